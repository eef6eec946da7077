import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answer } from "@/api/types";
import { checkableParts } from "@/lib/checkable";
import { notifyDone } from "@/lib/notify";
import { addGold } from "@/lib/queries/quality";
import { Dialog } from "./dialog";
import { ErrorNotice } from "./error-notice";
import { GoldFields, type GoldDraft } from "./gold-fields";

interface GoldDialogProps {
  projectId: number;
  annotation: number;
  stage: string;
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
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const parts = checkableParts(answer);
  const [draft, setDraft] = useState<GoldDraft>({ expected: parts, is_good: true, uses: ["mixed"], note: "" });
  const add = useMutation({
    mutationFn: () => addGold(projectId, { annotation, stage, ...draft, note: draft.note.trim() }),
    onSuccess: async () => {
      notifyDone(t("add.done"));
      onClose();
      await client.invalidateQueries({ queryKey: ["projects", projectId, "gold"] });
    },
  });
  const complete = Object.keys(draft.expected).length > 0 && draft.uses.length > 0;
  return (
    <Stack>
      <Text size="sm">{t("add.text")}</Text>
      <GoldFields parts={parts} value={draft} onChange={setDraft} />
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
        <Button disabled={!complete} loading={add.isPending} onClick={() => { add.mutate(); }}>
          {t("add.submit")}
        </Button>
      </Group>
    </Stack>
  );
}
