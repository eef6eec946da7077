import { Badge, Group, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BackendInfo, NewConnection } from "@/api/models";
import { QueryView } from "@/components/query-view";
import { messageOf } from "@/lib/server-messages";
import { ConnectionForm } from "./connection-form";
import classes from "./models.module.css";
import { RoleBadges } from "./role-badges";

interface BackendStepsProps<Saved> {
  backends: UseQueryResult<BackendInfo[]>;
  /** Those that are taken: another is proposed. */
  names: string[];
  canChoose?: (backend: BackendInfo) => boolean;
  onSave: (all: Required<NewConnection>) => Promise<Saved>;
  onDone: (saved: Saved) => void;
  /** What stands above the kinds to choose from. */
  before?: ReactNode;
}

/** First the kind, then what it wants to be told. */
export function BackendSteps<Saved>({
  backends,
  names,
  canChoose = () => true,
  onSave,
  onDone,
  before,
}: BackendStepsProps<Saved>) {
  const { t } = useTranslation("models");
  const [chosen, setChosen] = useState<BackendInfo | null>(null);
  if (chosen) {
    return (
      <ConnectionForm
        backend={chosen}
        onSave={onSave}
        suggestedName={freeName(chosen.name, names)}
        note={<Chosen backend={chosen} />}
        onDone={onDone}
        onCancel={() => setChosen(null)}
        cancelLabel={t("connect.other")}
      />
    );
  }
  return (
    <QueryView query={backends}>
      {(all) => (
        <Stack>
          {before}
          <Text size="sm">{t("connect.choose")}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} component="ul" className={classes.plain}>
            {all.filter(canChoose).map((backend) => (
              <li key={backend.name}>
                <BackendCard backend={backend} onChoose={() => setChosen(backend)} />
              </li>
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </QueryView>
  );
}

function freeName(wanted: string, names: string[]): string {
  const taken = new Set(names);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${String(number)}`;
    if (!taken.has(name)) return name;
  }
}

function BackendCard({ backend, onChoose }: { backend: BackendInfo; onChoose: () => void }) {
  const { t } = useTranslation("models");
  const id = useId();
  return (
    // The title is the button; the whole card can be clicked all the same.
    <div className={classes.card}>
      <UnstyledButton className={classes.cardButton} aria-describedby={id} onClick={onChoose}>
        {backend.title}
      </UnstyledButton>
      <div id={id}>
        <Text size="sm" c="dimmed" mt={4}>
          {backend.description}
        </Text>
        <Group gap={6} mt="sm">
          <RoleBadges roles={backend.roles} />
          {backend.learns && <Badge color="gray">{t("connect.learns")}</Badge>}
        </Group>
        {!backend.available && (
          <Text size="sm" mt="xs" c="var(--mantine-color-error)">
            {t("connect.unavailable", { reason: backend.reason ? messageOf(backend.reason) : "" })}
          </Text>
        )}
      </div>
    </div>
  );
}

function Chosen({ backend }: { backend: BackendInfo }) {
  const { t } = useTranslation("models");
  return (
    <div>
      <Text fw={600}>{backend.title}</Text>
      <Text size="sm" c="dimmed">
        {backend.description}
      </Text>
      {!backend.available && (
        <Text size="sm" mt={4} c="var(--mantine-color-error)">
          {t("connect.unavailable", { reason: backend.reason ? messageOf(backend.reason) : "" })}
        </Text>
      )}
    </div>
  );
}
