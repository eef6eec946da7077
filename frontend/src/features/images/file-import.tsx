import { Button, Checkbox, FileInput, Group, Select, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFileZip } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { notifyDone } from "@/lib/notify";
import { importsQuery, startImport, type ImportOrder } from "./api/imports";

interface Values {
  file: File | null;
  dryRun: boolean;
  split: string;
}

const splits = ["train", "val", "test"];

export function FileImport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { file: null, dryRun: true, split: "" },
    validate: { file: (value) => (value ? null : t("import.required")) },
  });
  const start = useMutation({
    mutationFn: (order: ImportOrder) => startImport(projectId, order),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: importsQuery(projectId).queryKey });
      notifyDone(t("import.started"));
    },
  });
  return (
    <Section title={t("import.title")} description={t("import.text")}>
      <form
        onSubmit={form.onSubmit(({ file, ...rest }) => {
          if (file) start.mutate({ file, ...rest });
        })}
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
          <Select
            label={t("import.split")}
            description={t("import.split_hint")}
            placeholder={t("import.split_none")}
            clearable
            maw={480}
            data={splits}
            value={form.values.split || null}
            onChange={(split) => form.setFieldValue("split", split ?? "")}
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
