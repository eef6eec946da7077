import { Button, Checkbox, FileInput, Group, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFileZip } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { Section } from "@/components/section";
import { isActive } from "@/lib/queries/jobs";
import { importChoicesQuery, importsQuery, startImport, type ImportOrder } from "./api/imports";
import { ColumnMapping, type Columns } from "./column-mapping";
import { chosenOf, type Given, GivenChoice, usual } from "./given-choice";

interface Values {
  file: File | null;
  dryRun: boolean;
  split: string;
  given: Given;
  columns: Columns;
  fetch: boolean;
}

const splits = ["train", "val", "test"];

export function FileImport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { file: null, dryRun: true, split: "", given: usual, columns: {}, fetch: false },
    validate: { file: (value) => (value ? null : t("import.required")) },
  });
  const start = useMutation({
    mutationFn: (order: ImportOrder) => startImport(projectId, order),
    onSuccess: () => client.invalidateQueries({ queryKey: importsQuery(projectId).queryKey }),
  });
  const offered = useQuery(importChoicesQuery(projectId)).data;
  const choices = offered?.given ?? [];
  // What the last reading of this file made of its columns, as soon as it is known.
  const all = useQuery(importsQuery(projectId)).data;
  const begun = start.data && (all?.find(({ id }) => id === start.data.id) ?? start.data);
  const read = begun?.understood;
  return (
    <Section title={t("import.title")} description={t("import.text")}>
      <form
        onSubmit={form.onSubmit(({ file, given, ...rest }) => {
          const givenAs = chosenOf(choices, given)?.given_as ?? "seeds";
          if (file) start.mutate({ file, ...rest, ...given, givenAs });
        })}
        noValidate
      >
        <Stack>
          <FileInput
            label={t("import.file")}
            placeholder={t("import.placeholder")}
            accept=".zip,.tar,.tgz,.gz,.jsonl,.json,.csv,.tsv,.parquet,application/zip"
            leftSection={<IconFileZip size={18} aria-hidden />}
            clearable
            clearButtonProps={{ "aria-label": t("import.clear") }}
            maw={480}
            {...form.getInputProps("file")}
            onChange={(file) => {
              form.setValues({ file, columns: {} });
              start.reset();
            }}
          />
          {read && read.header.length > 0 && (
            <ColumnMapping
              understood={read}
              chosen={form.values.columns}
              onChange={(columns) => form.setFieldValue("columns", columns)}
            />
          )}
          <GivenChoice
            choices={choices}
            given={form.values.given}
            onChange={(given) => form.setFieldValue("given", given)}
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
            label={t("import.fetch")}
            description={t(offered?.most_addresses === 0 ? "import.fetch_off" : "import.fetch_hint")}
            disabled={offered?.most_addresses === 0}
            {...form.getInputProps("fetch", { type: "checkbox" })}
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
          {/* In its place: a notice over the page would lie on the form of a small screen. */}
          <Text size="sm" role="status">
            {begun && t(isActive(begun) ? "import.started" : "import.finished", { file: begun.source })}
          </Text>
        </Stack>
      </form>
    </Section>
  );
}
