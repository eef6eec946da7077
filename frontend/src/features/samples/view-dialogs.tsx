import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SampleView } from "@/api/types";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { changeView, deleteView, keepView, keptOf, viewsQuery, type Shown } from "./api/views";

interface ViewDialogProps {
  projectId: number;
  shown: Shown;
  /** Renamed or shared; without one, what is shown is kept as a new one. */
  view?: SampleView;
  onClose: () => void;
  onDone: (view: SampleView) => void;
}

/** What a view is called, and whose it is. */
export function ViewDialog({ projectId, shown, view, onClose, onDone }: ViewDialogProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.is_shared ?? false);
  const keep = useMutation({
    mutationFn: () => {
      const said = { name: name.trim(), is_shared: isShared };
      return view ? changeView(projectId, view.id, said) : keepView(projectId, { ...said, ...keptOf(shown) });
    },
    onSuccess: async (kept) => {
      await client.invalidateQueries({ queryKey: viewsQuery(projectId).queryKey });
      onClose();
      onDone(kept);
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t(view ? "views.rename_title" : "views.keep_title")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && !keep.isPending) keep.mutate();
        }}
      >
        <Stack>
          {!view && <Text size="sm">{t("views.keep_text")}</Text>}
          <TextInput
            label={t("views.name")}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={t("views.share")}
            description={t("views.share_hint")}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          {keep.error && <ErrorNotice error={keep.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common("action.cancel")}
            </Button>
            <Button type="submit" disabled={!name.trim()} loading={keep.isPending}>
              {t("views.submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface DeleteViewDialogProps {
  projectId: number;
  view: SampleView;
  onClose: () => void;
  onDone: () => void;
}

export function DeleteViewDialog({ projectId, view, onClose, onDone }: DeleteViewDialogProps) {
  const { t } = useTranslation("samples");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteView(projectId, view.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewsQuery(projectId).queryKey });
      onClose();
      onDone();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t("views.delete_title", { name: view.name })}>
      <Stack>
        <Text size="sm">{t(view.is_shared ? "views.delete_shared" : "views.delete_text")}</Text>
        {remove.error && <ErrorNotice error={remove.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("views.delete_submit")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
