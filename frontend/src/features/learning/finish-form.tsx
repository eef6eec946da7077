import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Training } from "@/api/learning";
import { ErrorNotice } from "@/components/error-notice";
import { allFieldsShown, fieldErrors } from "@/lib/form-errors";
import { notifyDone } from "@/lib/notify";
import { finishTraining, trainingFile } from "./api/learning";

const fields = ["model", "notes"];

/** The weights are made elsewhere: take the file there, and come back with the model's name. */
export function FinishForm({ projectId, run }: { projectId: number; run: Training }) {
  const { t } = useTranslation("learning");
  const client = useQueryClient();
  const [model, setModel] = useState("");
  const [notes, setNotes] = useState("");
  const finish = useMutation({
    mutationFn: () => finishTraining(projectId, run.id, model.trim(), notes.trim()),
    onSuccess: async () => {
      notifyDone(t("finish.done"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  const problems = fieldErrors(finish.error, fields);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        finish.mutate();
      }}
    >
      <Stack>
        <Text size="sm" maw="72ch">
          {t("finish.text")}
        </Text>
        <Group>
          <Button
            component="a"
            href={trainingFile(projectId, run.id)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("finish.file")}
          </Button>
        </Group>
        <TextInput
          label={t("finish.model")}
          description={t("finish.model_hint")}
          required
          maxLength={300}
          value={model}
          error={problems.model}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        <Textarea
          label={t("finish.notes")}
          autosize
          minRows={2}
          maxLength={2000}
          value={notes}
          error={problems.notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        {finish.error && <ErrorNotice error={finish.error} hideFields={allFieldsShown(finish.error, fields)} />}
        <Group>
          <Button type="submit" disabled={!model.trim()} loading={finish.isPending}>
            {t("finish.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
