import { Box, Button, Checkbox, Code, Divider, Group, Radio, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Export } from "@/api/types";
import { ErrorNotice } from "@/components/error-notice";
import { JobProgress } from "@/components/job-progress";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { formatBytes, formatDateTime } from "@/lib/format";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { exportsQuery, projectFormatsQuery, startExport, type ExportWishes } from "./api/exports";
import { useFormatWords } from "./use-format-words";

const splits = ["train", "val", "test"] as const;

export default function ExportPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("exports");
  usePageTitle(t("title"), useProjectName(projectId));
  const mayStart = useMayLead(projectId);
  return (
    <Stack>
      {mayStart && <NewExport projectId={projectId} />}
      <ExportList projectId={projectId} />
    </Stack>
  );
}

function NewExport({ projectId }: { projectId: number }) {
  const { t } = useTranslation("exports");
  const client = useQueryClient();
  const formats = useQuery(projectFormatsQuery(projectId));
  const wordsOf = useFormatWords();
  const form = useForm<ExportWishes>({
    initialValues: {
      format: "iiw-jsonl",
      only_done: true,
      split: "",
      with_rejected: false,
      with_dropped: false,
      with_pictures: false,
    },
  });
  const start = useMutation({
    mutationFn: (values: typeof form.values) => startExport(projectId, values),
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
                <Stack gap="sm" mt="xs">
                  {known.exports.map(({ name }) => (
                    <Radio key={name} value={name} label={wordsOf(name).label} description={wordsOf(name).hint} />
                  ))}
                </Stack>
              )}
            </QueryView>
          </Radio.Group>
          <Checkbox
            label={t("new.only_done")}
            description={t("new.only_done_hint")}
            {...form.getInputProps("only_done", { type: "checkbox" })}
          />
          <Checkbox
            label={t("new.with_rejected")}
            description={t("new.with_rejected_hint")}
            {...form.getInputProps("with_rejected", { type: "checkbox" })}
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

function ExportList({ projectId }: { projectId: number }) {
  const { t } = useTranslation("exports");
  const query = useQuery(exportsQuery(projectId));
  return (
    <Section title={t("list.title")}>
      <QueryView query={query}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{t("list.none")}</Text>
          ) : (
            <Stack>
              {list.map((item, index) => (
                <Box key={item.id}>
                  {index > 0 && <Divider mb="md" />}
                  <ExportEntry projectId={projectId} item={item} />
                </Box>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function ExportEntry({ projectId, item }: { projectId: number; item: Export }) {
  const { t } = useTranslation("exports");
  const format = useFormatWords()(item.format).label;
  if (item.state !== "succeeded") {
    return item.job ? <JobProgress projectId={projectId} job={item.job} /> : <StateBadge state={item.state} />;
  }
  const date = formatDateTime(item.created_at);
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Box miw={0} flex="1 1 260px">
        <Text fw={550}>{format}</Text>
        <Text size="sm" c="dimmed">
          {[date, t("list.samples", { count: item.samples }), formatBytes(item.size_bytes)].filter(Boolean).join(" · ")}
        </Text>
        <LeftOut counts={item.left_out} />
        {item.sha256 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("list.checksum")} <Code fz="inherit">{item.sha256}</Code>
          </Text>
        )}
      </Box>
      <Button
        component="a"
        href={item.url ?? undefined}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={t("list.download_name", { format, date })}
      >
        {t("list.download")}
      </Button>
    </Group>
  );
}

/** How many answers an export left out, each reason that there was. */
function LeftOut({ counts }: { counts: Export["left_out"] }) {
  const { t } = useTranslation("exports");
  const reasons = (["rejected", "superseded", "dropped"] as const)
    .filter((reason) => counts[reason] > 0)
    .map((reason) => t(`list.left_out_${reason}`, { number: counts[reason] }));
  if (reasons.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t("list.left_out", { reasons: reasons.join(", ") })}
    </Text>
  );
}
