import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "@/api/models";
import { Dialog } from "@/components/dialog";
import { ErrorNotice } from "@/components/error-notice";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { modelsKey } from "@/lib/queries/models";
import { registerModel } from "./api/models";

interface RegisterDialogProps {
  projectId: number;
  connection: Connection;
  opened: boolean;
  onClose: () => void;
}

export function RegisterDialog({ opened, onClose, ...rest }: RegisterDialogProps) {
  const { t } = useTranslation("models");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("register.title")}>
      <RegisterForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

const fields = ["model", "notes"];

/** A model that was trained elsewhere becomes a version by its name. */
function RegisterForm({ projectId, connection, onClose }: Omit<RegisterDialogProps, "opened">) {
  const { t } = useTranslation("models");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const [model, setModel] = useState("");
  const [notes, setNotes] = useState("");
  const register = useMutation({
    mutationFn: () => registerModel(projectId, connection.id, model.trim(), notes.trim()),
    onSuccess: async ({ label }) => {
      notifyDone(t("register.done", { label }));
      onClose();
      await client.invalidateQueries({ queryKey: modelsKey(projectId) });
    },
  });
  const problems = fieldErrors(register.error, fields);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate();
      }}
    >
      <Stack>
        <Text size="sm">{t("register.text")}</Text>
        <TextInput
          label={t("register.model")}
          description={t("register.model_hint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          data-autofocus
          value={model}
          error={problems.model}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        <Textarea
          label={t("register.notes")}
          description={t("register.notes_hint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autosize
          minRows={2}
          maxLength={2000}
          value={notes}
          error={problems.notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {register.error && <ErrorNotice error={register.error} hideFields={allFieldsShown(register.error, fields)} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {common("action.cancel")}
          </Button>
          <Button type="submit" disabled={!model.trim()} loading={register.isPending}>
            {t("register.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
