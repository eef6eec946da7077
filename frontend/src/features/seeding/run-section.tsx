import { Button, Group, Radio, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SeedRole } from "@/api/models";
import type { Seeding, SeedingOver } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { LoadingText } from "@/components/loading";
import { Section } from "@/components/section";
import { kindNamed } from "@/kinds/registry";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { isActive } from "@/lib/queries/jobs";
import { projectQuery } from "@/lib/queries/projects";
import { startSeeding, type SeedingChoice } from "./api/seeding";
import { LastRun } from "./last-run";
import { PlayerSelect } from "./player-select";
import { useCrew, type Crew } from "./use-crew";

/** Whether a stage begins with the texts read in the images. */
function useReadsText(projectId: number): boolean {
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  return stages.some(({ kind, seeded }) => seeded && kindNamed(kind).seedRoles?.includes("ocr"));
}

interface RunSectionProps {
  projectId: number;
  seeding: Seeding;
}

export function RunSection({ projectId, seeding }: RunSectionProps) {
  const { t } = useTranslation("seeding");
  const { crew, error, retry } = useCrew(projectId);
  return (
    <Section title={t("run.title")} description={t("run.text")}>
      <Stack>
        {crew ? (
          <RunForm projectId={projectId} seeding={seeding} crew={crew} />
        ) : error ? (
          <ErrorNotice error={error} onRetry={retry} />
        ) : (
          <LoadingText />
        )}
        {seeding.run && <LastRun projectId={projectId} run={seeding.run} />}
      </Stack>
    </Section>
  );
}

const fields = ["detector", "captioner", "ocr", "over"];

function RunForm({ projectId, seeding, crew }: RunSectionProps & { crew: Crew }) {
  const { t } = useTranslation("seeding");
  const client = useQueryClient();
  const readsText = useReadsText(projectId);
  // Only what was chosen here; for the rest the models used count, also when it changes meanwhile.
  const [chosen, setChosen] = useState<Partial<Record<SeedRole, string>>>({});
  const [over, setOver] = useState<SeedingOver>("waiting");
  const start = useMutation({
    mutationFn: (choice: SeedingChoice) => startSeeding(projectId, choice),
    onSuccess: async () => {
      notifyDone(t("run.started"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const detector = chosen.detector ?? crew.assigned.detector;
  const captioner = chosen.captioner ?? crew.assigned.captioner;
  const ocr = chosen.ocr ?? availableName(crew, "ocr");
  const problems = fieldErrors(start.error, fields);
  const choose = (role: SeedRole) => (name: string) => setChosen((old) => ({ ...old, [role]: name }));
  const count = seeding.counts.waiting;
  const running = isActive(seeding.run?.job);
  const ready = detector !== null && captioner !== null;
  const submit = () => {
    if (ready) start.mutate({ detector, captioner, ...(readsText && { ocr }), over });
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("run.models_hint")}{" "}
        <TextLink to="/projects/$projectId/models" params={{ projectId: String(projectId) }} fz="inherit">
          {t("run.models_link")}
        </TextLink>
      </Text>
      <SimpleGrid cols={{ base: 1, sm: readsText ? 3 : 2 }}>
        <PlayerSelect
          plays="detector"
          players={crew.players.detector}
          value={detector}
          error={problems.detector}
          onChange={choose("detector")}
        />
        <PlayerSelect
          plays="captioner"
          players={crew.players.captioner}
          value={captioner}
          error={problems.captioner}
          onChange={choose("captioner")}
        />
        {readsText && (
          <PlayerSelect
            plays="ocr"
            players={crew.players.ocr}
            value={ocr}
            error={problems.ocr}
            onChange={choose("ocr")}
            optional
          />
        )}
      </SimpleGrid>
      <Radio.Group
        label={t("run.over")}
        value={over}
        onChange={(value) => setOver(value as SeedingOver)}
        error={problems.over}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="waiting" label={t("run.over_waiting", { count })} />
          <Radio value="unstarted" label={t("run.over_unstarted")} description={t("run.over_unstarted_hint")} />
        </Stack>
      </Radio.Group>
      {start.error && <ErrorNotice error={start.error} hideFields={allFieldsShown(start.error, fields)} />}
      {count === 0 && over === "waiting" && !running ? (
        <Text c="dimmed" size="sm">
          {t("run.nothing")}
        </Text>
      ) : (
        <Group>
          <Button disabled={running || !ready} loading={start.isPending} onClick={submit}>
            {over === "waiting" ? t("run.start", { count }) : t("run.start_unstarted")}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The model used, if it can work here: people can write what nobody reads for them. */
function availableName({ assigned, players }: Crew, role: SeedRole): string {
  const wanted = players[role].find(({ name }) => name === assigned[role]);
  return wanted?.available ? wanted.name : "";
}
