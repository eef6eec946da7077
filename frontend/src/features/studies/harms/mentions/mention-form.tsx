import { Button, Group, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { HarmStages } from "@/api/harms";
import type { NewMentionRun } from "@/api/mentions";
import { FormError } from "@/components/form-error";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { mentionsKey, startMentionRun } from "../../api/mentions";
import { StageChoice } from "../stage-choice";
import { COUNTS, MentionSettings, sentCounts, USUAL, type MentionCounts } from "./mention-settings";

const FIELDS = ["candidate", "truth", "first", "second", ...COUNTS] as const;

/** The stages whose boxes can say what an image shows. */
const TRUTHS = ["s1", "s2"] as const satisfies readonly NewMentionRun["truth"][];
const asTruth = (key: string | null) => TRUTHS.find((truth) => truth === key) ?? null;

function useStarting(projectId: number) {
  const { t } = useTranslation("mentions");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (wish: NewMentionRun) => startMentionRun(projectId, wish),
    onSuccess: async ({ id }) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: mentionsKey(projectId, "list") });
      await navigate({
        to: "/projects/$projectId/studies/harms/mentions/$runId",
        params: { projectId: String(projectId), runId: String(id) },
      });
    },
  });
}

interface MentionFormProps {
  projectId: number;
  choices: HarmStages;
  /** What the project asks for: two or more. */
  groups: string[];
}

/** Whose mentions are fitted, by which boxes, and which two groups are held against each other. */
export function MentionForm({ projectId, choices, groups }: MentionFormProps) {
  const { t } = useTranslation("mentions");
  const [candidate, setCandidate] = useState<string | null>(null);
  const [truth, setTruth] = useState<NewMentionRun["truth"] | null>(null);
  const [pair, setPair] = useState<[string | null, string | null]>([groups[0] ?? null, groups[1] ?? null]);
  const [counts, setCounts] = useState<MentionCounts>(USUAL);
  const start = useStarting(projectId);
  const problems = fieldErrors(start.error, FIELDS);
  const isChosen = candidate !== null && truth !== null;
  const measure = (event: FormEvent) => {
    event.preventDefault();
    if (!isChosen) return;
    start.mutate({ candidate, truth, first: pair[0], second: pair[1], parser: "auto", ...sentCounts(counts) });
  };
  const choose = (key: string) => {
    setCandidate(key);
    if (key === truth) setTruth(null);
  };
  return (
    <form onSubmit={measure}>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
          <StageChoice
            label={t("new.candidate")}
            hint={t("new.candidate_hint")}
            stages={choices.stages}
            value={candidate}
            onValue={choose}
            error={problems.candidate}
          />
          <StageChoice
            label={t("new.truth")}
            hint={t("new.truth_hint")}
            stages={choices.stages.filter(({ key }) => asTruth(key))}
            value={truth}
            onValue={(key) => setTruth(asTruth(key))}
            error={problems.truth}
            except={candidate}
          />
          <Stack gap="sm">
            {(["first", "second"] as const).map((name, place) => (
              <Select
                key={name}
                label={t(`new.${name}`)}
                description={t(`new.${name}_hint`)}
                allowDeselect={false}
                data={groups}
                value={pair[place] ?? null}
                error={problems[name]}
                onChange={(group) => setPair(place === 0 ? [group, pair[1]] : [pair[0], group])}
              />
            ))}
          </Stack>
        </SimpleGrid>
        <MentionSettings counts={counts} problems={problems} onChange={setCounts} />
        <FormError error={start.error} names={FIELDS} />
        <Group gap="sm">
          <Button type="submit" loading={start.isPending} disabled={!isChosen}>
            {t("new.submit")}
          </Button>
          {!isChosen && (
            <Text size="sm" c="dimmed">
              {t("new.choose")}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
