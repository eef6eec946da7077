import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, Lineup, SeedRole } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { fieldErrors, allFieldsShown } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { connectionsQuery, lineupQuery } from "@/lib/queries/models";
import { saveLineup } from "./api/models";

const roles = ["detector", "captioner", "ocr"] as const satisfies readonly SeedRole[];
const fields = [...roles, "unseeded_share"];

/** Who detects, who writes, who reads, and how many samples get no seeds. */
export function LineupSection({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const { t } = useTranslation("models");
  const lineup = useQuery(lineupQuery(projectId));
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  return (
    <Section title={t("lineup.title")} description={t(mayEdit ? "lineup.text" : "lineup.read_only")}>
      <QueryView query={lineup}>
        {(stored) => (
          // Models chosen elsewhere replace what is shown here.
          <LineupForm
            key={JSON.stringify(stored)}
            projectId={projectId}
            stored={stored}
            connections={connections}
            mayEdit={mayEdit}
          />
        )}
      </QueryView>
    </Section>
  );
}

interface LineupFormProps {
  projectId: number;
  stored: Lineup;
  connections: Connection[];
  mayEdit: boolean;
}

const HUNDRED = 100;

function LineupForm({ projectId, stored, connections, mayEdit }: LineupFormProps) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const [lineup, setLineup] = useState(stored);
  const save = useMutation({
    mutationFn: () => saveLineup(projectId, lineup),
    onSuccess: async () => {
      notifyDone(t("lineup.saved"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const problems = fieldErrors(save.error, fields);
  const changed = JSON.stringify(lineup) !== JSON.stringify(stored);
  const able = (role: SeedRole) =>
    connections
      .filter((each) => each.roles.includes(role) && (!each.archived_at || lineup[role] === each.id))
      .map(({ id, name, serving }) => ({ value: String(id), label: serving ? `${name} ${serving.label}` : name }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {roles.map((role) => (
            <Select
              key={role}
              label={t(`lineup.${role}`)}
              description={lineup[role] === null || role === "ocr" ? t(`lineup.nobody_${role}`) : undefined}
              inputWrapperOrder={["label", "input", "description", "error"]}
              placeholder={t("lineup.nobody")}
              clearable
              disabled={!mayEdit}
              value={lineup[role] === null ? null : String(lineup[role])}
              data={able(role)}
              error={problems[role]}
              onChange={(id) => setLineup((old) => ({ ...old, [role]: id === null ? null : Number(id) }))}
            />
          ))}
        </SimpleGrid>
        <NumberInput
          label={t("lineup.unseeded")}
          description={t("lineup.unseeded_hint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          styles={{ wrapper: { maxWidth: 160 }, description: { maxWidth: "72ch" } }}
          suffix=" %"
          min={0}
          max={HUNDRED}
          clampBehavior="none"
          decimalScale={1}
          disabled={!mayEdit}
          value={Math.round(lineup.unseeded_share * HUNDRED * 10) / 10}
          error={problems.unseeded_share}
          onChange={(percent) => {
            if (percent !== "") setLineup((old) => ({ ...old, unseeded_share: Number(percent) / HUNDRED }));
          }}
        />
        {save.error && <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, fields)} />}
        {mayEdit && (
          <Group>
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              {t("lineup.save")}
            </Button>
            {!changed && (
              <Text size="sm" c="dimmed">
                {t("lineup.unchanged")}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
