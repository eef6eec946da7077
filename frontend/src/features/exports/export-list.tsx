import { Box, Button, Code, Divider, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Export } from "@/api/types";
import { JobProgress } from "@/components/job-progress";
import { LeftOut } from "@/components/left-out";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { StateBadge } from "@/components/state-badge";
import { useFormatWords } from "@/components/use-format-words";
import { formatBytes, formatDate, formatDateTime } from "@/lib/format";
import { exportsQuery } from "./api/exports";

export function ExportList({ projectId }: { projectId: number }) {
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
          {[
            date,
            t("list.samples", { count: item.samples }),
            item.chosen !== null && t("list.chosen"),
            formatBytes(item.size_bytes),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {item.url === null && <Removed item={item} />}
        <LeftOut counts={item.left_out} />
        {item.sha256 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("list.checksum")} <Code fz="inherit">{item.sha256}</Code>
          </Text>
        )}
      </Box>
      {item.url !== null && (
        <Button
          component="a"
          href={item.url}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t("list.download_name", { format, date })}
        >
          {t("list.download")}
        </Button>
      )}
    </Group>
  );
}

/** That the file is gone, since when, and by what. */
function Removed({ item: { removed } }: { item: Export }) {
  const { t } = useTranslation("exports");
  const date = removed ? formatDate(removed.at) : "";
  const why = !removed
    ? t("list.removed")
    : removed.after_days === null
      ? t("list.removed_for_image", { date })
      : t("list.removed_by_rule", { date, count: removed.after_days });
  return (
    <Text size="sm">
      {why} {t("list.removed_remedy")}
    </Text>
  );
}
