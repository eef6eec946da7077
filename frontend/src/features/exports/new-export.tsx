import { Button, Checkbox, Group, Input, Radio, Select, SimpleGrid, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "@/components/error-notice";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { useFormatWords } from "@/components/use-format-words";
import { notifyDone } from "@/lib/notify";
import { projectFormatsQuery } from "@/lib/queries/formats";
import { exportsQuery, startExport, type ExportWishes } from "./api/exports";

const splits = ["train", "val", "test"] as const;

export function NewExport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("exports");
  const included = useId();
  const client = useQueryClient();
  const formats = useQuery(projectFormatsQuery(projectId));
  const wordsOf = useFormatWords();
  const form = useForm<ExportWishes>({
    initialValues: {
      format: "iiw-jsonl",
      with_unfinished: false,
      only_approved: false,
      split: "",
      with_rejected: false,
      with_dropped: false,
      with_pictures: false,
    },
  });
  const start = useMutation({
    mutationFn: (values: typeof form.values) =>
      startExport(projectId, { ...values, with_rejected: values.with_rejected && !values.only_approved }),
    onSuccess: async () => {
      notifyDone(t("new.started"));
      await client.invalidateQueries({ queryKey: exportsQuery(projectId).queryKey });
    },
  });
  const chosen = formats.data?.exports.find(({ name }) => name === form.values.format);
  return (
    <Section title={t("new.title")} description={t("new.text")}>
      <form onSubmit={form.onSubmit((values) => start.mutate(values))}>
        <Stack>
          <Radio.Group label={t("new.format")} {...form.getInputProps("format")}>
            <QueryView query={formats}>
              {(known) => (
                <SimpleGrid cols={{ base: 1, lg: 2 }} verticalSpacing="sm" mt="xs">
                  {known.exports.map(({ name }) => (
                    <Radio key={name} value={name} label={wordsOf(name).label} description={wordsOf(name).hint} />
                  ))}
                </SimpleGrid>
              )}
            </QueryView>
          </Radio.Group>
          <Input.Wrapper label={t("new.included")} labelElement="div" labelProps={{ id: included }}>
            <Stack role="group" aria-labelledby={included} gap="sm" mt="xs">
              <Checkbox
                label={t("new.with_unfinished")}
                description={t("new.with_unfinished_hint")}
                {...form.getInputProps("with_unfinished", { type: "checkbox" })}
              />
              <Checkbox
                label={t("new.only_approved")}
                description={t("new.only_approved_hint")}
                {...form.getInputProps("only_approved", { type: "checkbox" })}
              />
              <Checkbox
                label={t("new.with_rejected")}
                description={t("new.with_rejected_hint")}
                {...form.getInputProps("with_rejected", { type: "checkbox" })}
                disabled={form.values.only_approved}
                checked={form.values.with_rejected && !form.values.only_approved}
              />
              <Checkbox
                label={t("new.with_dropped")}
                description={t("new.with_dropped_hint")}
                {...form.getInputProps("with_dropped", { type: "checkbox" })}
              />
              {chosen?.holds_pictures && (
                <Checkbox
                  label={t("new.with_pictures")}
                  description={t("new.with_pictures_hint")}
                  {...form.getInputProps("with_pictures", { type: "checkbox" })}
                />
              )}
            </Stack>
          </Input.Wrapper>
          <Select
            label={t("new.split")}
            maw={240}
            placeholder={t("new.all_splits")}
            clearable
            data={splits}
            value={form.values.split || null}
            onChange={(split) => form.setFieldValue("split", splits.find((known) => known === split) ?? "")}
          />
          {start.error && <ErrorNotice error={start.error} />}
          <Group>
            <Button type="submit" loading={start.isPending}>
              {t("new.submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
