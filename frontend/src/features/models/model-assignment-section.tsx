import { Button, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, ModelAssignment, SeedRole } from "@/api/models";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { ShareInput } from "@/components/share-input";
import { fieldErrors, allFieldsShown } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { connectionsQuery, modelAssignmentQuery } from "@/lib/queries/models";
import { saveModelAssignment } from "./api/models";

const roles = ["detector", "captioner", "ocr"] as const satisfies readonly SeedRole[];
const fields = [...roles, "unseeded_share"];

/** Who detects, who writes, who reads, and how many samples get no seeds. */
export function ModelAssignmentSection({ projectId, mayEdit }: { projectId: number; mayEdit: boolean }) {
  const { t } = useTranslation("models");
  const assignment = useQuery(modelAssignmentQuery(projectId));
  const connections = useQuery(connectionsQuery(projectId)).data ?? [];
  return (
    <Section
      title={t("model_assignment.title")}
      term="model_assignment"
      description={t(mayEdit ? "model_assignment.text" : "model_assignment.read_only")}
    >
      <QueryView query={assignment}>
        {(stored) => (
          // Models chosen elsewhere replace what is shown here.
          <ModelAssignmentForm
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

interface FormProps {
  projectId: number;
  stored: ModelAssignment;
  connections: Connection[];
  mayEdit: boolean;
}

function ModelAssignmentForm({ projectId, stored, connections, mayEdit }: FormProps) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const [assignment, setAssignment] = useState(stored);
  const save = useMutation({
    mutationFn: () => saveModelAssignment(projectId, assignment),
    onSuccess: async () => {
      notifyDone(t("model_assignment.saved"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const problems = fieldErrors(save.error, fields);
  const changed = JSON.stringify(assignment) !== JSON.stringify(stored);
  const able = (role: SeedRole) =>
    connections
      .filter(
        (connection) =>
          connection.roles.includes(role) && (!connection.archived_at || assignment[role] === connection.id),
      )
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
              label={t(`model_assignment.${role}`)}
              description={
                assignment[role] === null || role === "ocr" ? t(`model_assignment.nobody_${role}`) : undefined
              }
              inputWrapperOrder={["label", "input", "description", "error"]}
              placeholder={t("model_assignment.nobody")}
              clearable
              disabled={!mayEdit}
              value={assignment[role] === null ? null : String(assignment[role])}
              data={able(role)}
              error={problems[role]}
              onChange={(id) => setAssignment((old) => ({ ...old, [role]: id === null ? null : Number(id) }))}
            />
          ))}
        </SimpleGrid>
        <ShareInput
          label={t("model_assignment.unseeded")}
          description={t("model_assignment.unseeded_hint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          styles={{ wrapper: { maxWidth: 160 }, description: { maxWidth: "72ch" } }}
          step={1}
          disabled={!mayEdit}
          value={assignment.unseeded_share}
          error={problems.unseeded_share}
          onChange={(share) => {
            if (share !== "") setAssignment((old) => ({ ...old, unseeded_share: share }));
          }}
        />
        {save.error && <ErrorNotice error={save.error} hideFields={allFieldsShown(save.error, fields)} />}
        {mayEdit && (
          <Group>
            <Button type="submit" disabled={!changed} loading={save.isPending}>
              {t("model_assignment.save")}
            </Button>
            {!changed && (
              <Text size="sm" c="dimmed">
                {t("model_assignment.unchanged")}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
