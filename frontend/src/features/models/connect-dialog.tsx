import { Badge, Group, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BackendInfo, Connection } from "@/api/models";
import { Dialog } from "@/components/dialog";
import { QueryView } from "@/components/query-view";
import { notifyDone } from "@/lib/notify";
import { fieldsOf } from "@/lib/json-schema";
import { backendsQuery, connectionsQuery, modelsKey } from "@/lib/queries/models";
import { messageOf } from "@/lib/server-messages";
import { healthCheck } from "./api/models";
import classes from "./models.module.css";
import { ConnectionForm } from "./connection-form";
import { RoleBadges } from "./role-badges";

interface ConnectDialogProps {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}

export function ConnectDialog({ projectId, opened, onClose }: ConnectDialogProps) {
  const { t } = useTranslation("models");
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  return (
    // A click beside it must not throw away a long prompt.
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t("connect.title")}
      size="xl"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
    >
      <ConnectSteps projectId={projectId} onClose={onClose} />
    </Dialog>
  );
}

/** First the kind, then what it wants to be told. */
function ConnectSteps({ projectId, onClose }: Omit<ConnectDialogProps, "opened">) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const navigate = useNavigate();
  const backends = useQuery(backendsQuery(projectId));
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  const [chosen, setChosen] = useState<BackendInfo | null>(null);
  const done = async (connection: Connection) => {
    notifyDone(t("connect.done", { name: connection.name }));
    onClose();
    await client.invalidateQueries({ queryKey: modelsKey(projectId) });
    // Whether it answers is the first thing one wants to know; the next page shows it.
    void client.prefetchQuery(healthCheck(projectId, connection.id));
    await navigate({
      to: "/projects/$projectId/models/$connectionId",
      params: { projectId: String(projectId), connectionId: String(connection.id) },
    });
  };
  if (chosen) {
    return (
      <ConnectionForm
        projectId={projectId}
        backend={chosen}
        suggestedName={freeName(chosen.name, connections)}
        note={<Chosen backend={chosen} />}
        onDone={(connection) => void done(connection)}
        onCancel={() => setChosen(null)}
        cancelLabel={t("connect.other")}
      />
    );
  }
  return (
    <QueryView query={backends}>
      {(all) => (
        <Stack>
          <Text size="sm">{t("connect.choose")}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} component="ul" className={classes.plain}>
            {all
              .filter((backend) => canDiffer(backend, connections))
              .map((backend) => (
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

/** A second connection to a back end without settings would be the same as the first. */
function canDiffer({ name, settings_schema: schema, secrets }: BackendInfo, connections: Connection[]): boolean {
  if (fieldsOf(schema).length > 0 || secrets.length > 0) return true;
  return !connections.some(({ backend, archived_at: archived }) => backend === name && !archived);
}

function freeName(wanted: string, connections: Connection[]): string {
  const taken = new Set(connections.map(({ name }) => name));
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
