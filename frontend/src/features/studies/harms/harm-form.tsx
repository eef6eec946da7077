import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { HarmStages, NewHarmRun } from "@/api/harms";
import { FormError } from "@/components/form-error";
import { fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { harmsKey, startRun } from "../api/harms";
import { HarmSettings, sentSettings, USUAL, type Settings } from "./harm-settings";
import { pairingKey } from "./names";
import { Pairing } from "./pairing";
import { ALONE, StageChoice } from "./stage-choice";

const FIELDS = ["candidate", "truth", "threshold", "covered", "parser"] as const;

function useStarting(projectId: number) {
  const { t } = useTranslation("harms");
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (wish: NewHarmRun) => startRun(projectId, wish),
    onSuccess: async ({ id }) => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: harmsKey(projectId, "list") });
      await navigate({
        to: "/projects/$projectId/studies/harms/$runId",
        params: { projectId: String(projectId), runId: String(id) },
      });
    },
  });
}

/** Which stage is measured, against which other, and how. */
export function HarmForm({ projectId, choices }: { projectId: number; choices: HarmStages }) {
  const { t } = useTranslation("harms");
  const [candidate, setCandidate] = useState<string | null>(null);
  const [truth, setTruth] = useState<string | null>(null);
  const [settings, setSettings] = useState<Settings>(USUAL);
  const start = useStarting(projectId);
  const problems = fieldErrors(start.error, FIELDS);
  const chosen = candidate !== null && truth !== null;
  const against = truth === ALONE ? null : truth;
  const pairing = choices.pairings.find(
    (each) => chosen && each.candidate === pairingKey(candidate) && each.truth === pairingKey(against),
  );
  const measure = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) start.mutate({ candidate, truth: against, ...sentSettings(settings) });
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
            stages={choices.stages}
            value={truth}
            onValue={setTruth}
            error={problems.truth}
            except={candidate}
            offersAlone
          />
          <div>
            <Pairing pairing={pairing} />
          </div>
        </SimpleGrid>
        <HarmSettings settings={settings} problems={problems} onChange={setSettings} />
        <FormError error={start.error} names={FIELDS} />
        <Group gap="sm">
          <Button type="submit" loading={start.isPending} disabled={!chosen}>
            {t("new.submit")}
          </Button>
          {!chosen && (
            <Text size="sm" c="dimmed">
              {t("new.choose")}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
