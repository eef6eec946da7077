import { Button, Checkbox, FileInput, Group, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFileZip } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { importsQuery, startImport } from "./api/imports";

interface Values {
  file: File | null;
  dryRun: boolean;
}

export function FileImport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { file: null, dryRun: true },
    validate: { file: (value) => (value ? null : t("import.required")) },
  });
  const start = useMutation({
    mutationFn: ({ file, dryRun }: { file: File; dryRun: boolean }) => startImport(projectId, file, dryRun),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: importsQuery(projectId).queryKey });
      notifyDone(t("import.started"));
    },
  });
  return (
    <Section title={t("import.title")} description={t("import.text")}>
      <form
        onSubmit={form.onSubmit(({ file, dryRun }) => { if (file) start.mutate({ file, dryRun }); })}
        noValidate
      >
        <Stack>
          <FileInput
            label={t("import.file")}
            placeholder={t("import.placeholder")}
            accept=".zip,.jsonl,application/zip"
            leftSection={<IconFileZip size={18} aria-hidden />}
            clearable
            maw={480}
            {...form.getInputProps("file")}
          />
          <Checkbox
            label={t("import.check")}
            description={t("import.check_hint")}
            {...form.getInputProps("dryRun", { type: "checkbox" })}
          />
          {start.error && <ErrorNotice error={start.error} />}
          <Group>
            <Button type="submit" loading={start.isPending}>
              {form.values.dryRun ? t("import.start_check") : t("import.start")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
