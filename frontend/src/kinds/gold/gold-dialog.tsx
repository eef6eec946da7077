import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { notifyDone } from "@/lib/notify";
import { addGold } from "@/lib/queries/quality";
import { GoldFields, GoldNote, type GoldDraft } from "./gold-fields";
import { useGoldStages, type GoldStage, type StageOfAnswer } from "./gold-stages";

interface GoldDialogProps {
  projectId: number;
  annotation: number;
  stage: StageOfAnswer;
  answer: Answer;
  opened: boolean;
  onClose: () => void;
}

/** Makes a known-good or known-bad answer out of one that was given. */
export function GoldDialog({ opened, onClose, ...rest }: GoldDialogProps) {
  const { t } = useTranslation("gold");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("add.title")}>
      <GoldForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function GoldForm({ projectId, annotation, stage, answer, onClose }: Omit<GoldDialogProps, "opened">) {
  const { t } = useTranslation("gold");
  const stages = useGoldStages(projectId, stage, answer);
  const [key, setKey] = useState<string | null>(null);
  const chosen = stages.find((stage) => stage.key === key) ?? stages[0];
  if (chosen === undefined) return null;
  return (
    <Stack>
      {stages.length > 1 && (
        <Select
          label={t("add.stage")}
          data={stages.map(({ key: value, title }) => ({ value, label: title }))}
          value={chosen.key}
          onChange={setKey}
          allowDeselect={false}
        />
      )}
      <Text size="sm">{t(textFor(chosen))}</Text>
      <StageForm key={chosen.key} projectId={projectId} annotation={annotation} stage={chosen} onClose={onClose} />
    </Stack>
  );
}

function textFor({ judges, isExample }: GoldStage) {
  if (isExample) return "add.text_example" as const;
  return judges ? ("add.text_judged" as const) : ("add.text" as const);
}

interface StageFormProps {
  projectId: number;
  annotation: number;
  stage: GoldStage;
  onClose: () => void;
}

function StageForm({ projectId, annotation, stage, onClose }: StageFormProps) {
  const { t } = useTranslation("gold");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [draft, setDraft] = useState<GoldDraft>({
    expected: stage.parts,
    is_good: true,
    uses: [stage.isExample ? "practice" : "mixed"],
    note: "",
  });
  const add = useMutation({
    mutationFn: () => addGold(projectId, { annotation, stage: stage.key, ...draft, note: draft.note.trim() }),
    onSuccess: async () => {
      notifyDone(t(stage.isExample ? "add.done_example" : "add.done"));
      onClose();
      await client.invalidateQueries({ queryKey: ["projects", projectId, "gold"] });
    },
  });
  const complete = stage.isExample || (Object.keys(draft.expected).length > 0 && draft.uses.length > 0);
  return (
    <Stack>
      {stage.isExample ? (
        <GoldNote note={draft.note} onNote={(note) => setDraft({ ...draft, note })} />
      ) : (
        <GoldFields kind={stage.kind} parts={stage.parts} value={draft} onChange={setDraft} />
      )}
      {add.error && <ErrorNotice error={add.error} />}
      <Group justify="flex-end" gap="xs">
        {!complete && (
          <Text size="sm" c="dimmed">
            {t("fields.incomplete")}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {common("action.cancel")}
        </Button>
        <Button disabled={!complete} loading={add.isPending} onClick={() => add.mutate()}>
          {t(stage.isExample ? "add.submit_example" : "add.submit")}
        </Button>
      </Group>
    </Stack>
  );
}
