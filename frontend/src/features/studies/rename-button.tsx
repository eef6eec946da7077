import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { renameStudy } from "./api/studies";

const names = ["name"];

export function RenameButton({ projectId, study }: { projectId: number; study: Study }) {
  const { t } = useTranslation("studies");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [name, setName] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (wanted: string) => renameStudy(projectId, study.id, wanted),
    onSuccess: async () => {
      setName(null);
      await client.invalidateQueries({ queryKey: ["projects", projectId, "studies"] });
    },
  });
  const close = () => {
    setName(null);
    rename.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setName(study.name)}>
        {t("acts.rename")}
      </Button>
      <Dialog opened={name !== null} onClose={close} title={t("acts.rename_title")}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (name?.trim()) rename.mutate(name.trim());
          }}
        >
          <Stack>
            <TextInput
              label={t("new.name")}
              data-autofocus
              maxLength={200}
              value={name ?? ""}
              error={name !== null && !name.trim() ? t("new.name_required") : fieldErrors(rename.error, names).name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {rename.error && <ErrorNotice error={rename.error} hideFields={allFieldsShown(rename.error, names)} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {common("action.cancel")}
              </Button>
              <Button type="submit" loading={rename.isPending}>
                {t("acts.rename")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
