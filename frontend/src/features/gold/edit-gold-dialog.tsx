import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Gold } from "@/api/quality";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { GoldFields, GoldNote, type GoldDraft } from "@/kinds/gold/gold-fields";
import { kindNamed } from "@/kinds/registry";
import { notifyDone } from "@/lib/notify";
import { changeGold } from "./api/gold";
import { isExampleOnly } from "./value-name";

interface EditGoldDialogProps {
  projectId: number;
  gold: Gold;
  onClose: () => void;
}

/** Changes what is expected from now on; evidence that was recorded stays as it is. */
export function EditGoldDialog({ projectId, gold, onClose }: EditGoldDialogProps) {
  const { t } = useTranslation("gold");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const { expected, is_good, uses, note } = gold;
  const [draft, setDraft] = useState<GoldDraft>({ expected, is_good, uses, note });
  const save = useMutation({
    mutationFn: () => changeGold(projectId, gold.id, isExampleOnly(gold) ? { note: draft.note } : draft),
    onSuccess: async () => {
      notifyDone(t("edited"));
      onClose();
      await client.invalidateQueries({ queryKey: ["projects", projectId, "gold"] });
    },
  });
  const { kind } = gold.stage;
  const parts = { ...(gold.value && kindNamed(kind).gold?.parts(gold.value)), ...expected };
  const isExample = isExampleOnly(gold);
  const complete = isExample || (Object.keys(draft.expected).length > 0 && draft.uses.length > 0);
  return (
    <Dialog opened onClose={onClose} title={t("edit_title", { name: gold.image.name })}>
      <Stack>
        {isExample ? (
          <GoldNote note={draft.note} onNote={(next) => setDraft({ ...draft, note: next })} />
        ) : (
          <GoldFields kind={kind} parts={parts} value={draft} onChange={setDraft} />
        )}
        {save.error && <ErrorNotice error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button disabled={!complete} loading={save.isPending} onClick={() => save.mutate()}>
            {common("action.save")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
