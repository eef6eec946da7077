import { Alert, Badge, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { FileDrop } from "@/components/file-drop";
import { TextLink } from "@/components/link-button";
import { Section } from "@/components/section";
import { formatBytes } from "@/lib/format";
import type { UploadItem, UploadStatus } from "./uploads";
import { useUploads, type Uploads } from "./use-uploads";

const colors: Record<UploadStatus, string> = {
  waiting: "gray",
  sending: "blue",
  added: "accent",
  known: "gray",
  refused: "red",
  failed: "red",
};

/** Files that need no attention are counted, not listed, once there are many. */
const MOST_LISTED = 60;

export function UploadSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  const { t: common } = useTranslation();
  const uploads = useUploads(projectId);
  return (
    <Section title={t("upload.title")} description={t("upload.text")}>
      <Stack>
        <FileDrop
          label={t("upload.drop")}
          or={t("upload.or")}
          choose={t("upload.choose")}
          accept="image/jpeg,image/png,image/webp,image/gif,image/tiff,image/bmp"
          onFiles={uploads.add}
        />
        {uploads.interrupted && (
          <Alert
            title={t("upload.interrupted_title")}
            withCloseButton
            closeButtonLabel={common("action.close")}
            onClose={uploads.clear}
          >
            {t("upload.interrupted", { ...uploads.interrupted, count: uploads.interrupted.total })}
          </Alert>
        )}
        {uploads.items.length > 0 && <Results projectId={projectId} uploads={uploads} />}
      </Stack>
    </Section>
  );
}

function Results({ projectId, uploads }: { projectId: number; uploads: Uploads }) {
  const { t } = useTranslation("images");
  const { items, busy, error, wentOnWith } = uploads;
  const count = (...statuses: UploadStatus[]) => items.filter(({ status }) => statuses.includes(status)).length;
  const finished = count("added", "known", "refused", "failed");
  return (
    <Stack gap="sm">
      <Progress value={(100 * finished) / items.length} animated={busy} aria-label={t("upload.title")} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {busy
            ? t("upload.progress", { done: finished, total: items.length, count: items.length })
            : t("upload.finished", { accepted: count("added"), rejected: count("refused") })}
          {count("known") > 0 && ` ${t("upload.known_count", { count: count("known") })}`}
          {wentOnWith && ` ${t("upload.went_on", { file: wentOnWith })}`}
        </Text>
        {!busy && (
          <Group gap="xs">
            {count("failed") > 0 && (
              <Button size="xs" onClick={uploads.retry}>
                {t("upload.retry")}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={uploads.clear}>
              {t("upload.clear")}
            </Button>
          </Group>
        )}
      </Group>
      {error !== null && <ErrorNotice error={error} />}
      {!busy && count("added") > 0 && (
        <Text size="sm">
          {t("upload.next")}:{" "}
          <TextLink to="/projects/$projectId/seeding" params={{ projectId: String(projectId) }} fz="inherit">
            {t("upload.next_link")}
          </TextLink>
        </Text>
      )}
      <ResultTable items={items} />
    </Stack>
  );
}

function ResultTable({ items }: { items: UploadItem[] }) {
  const { t } = useTranslation("images");
  const needsNothing = ({ status }: UploadItem) => status === "added" || status === "known";
  const problems = items.filter((item) => !needsNothing(item));
  const added = items.filter(needsNothing);
  const room = Math.max(0, MOST_LISTED - problems.length);
  const shown = [...problems, ...added.slice(0, room)];
  const columns: Column<UploadItem>[] = [
    { key: "file", header: t("upload.file"), label: "", render: (item) => item.file.name },
    { key: "size", header: t("upload.size"), end: true, render: (item) => formatBytes(item.file.size) },
    {
      key: "result",
      header: t("upload.result"),
      label: "",
      render: (item) => (
        <Group gap="xs">
          <Badge color={colors[item.status]}>{t(`upload.${item.status}`)}</Badge>
          {item.message && (
            <Text size="sm">
              {item.message} {item.remedy}
            </Text>
          )}
        </Group>
      ),
    },
  ];
  return (
    <>
      <DataTable name={t("upload.name")} columns={columns} rows={shown} rowKey={(item) => item.id} />
      {added.length > room && (
        <Text size="sm" c="dimmed">
          {t("upload.more", { count: added.length - room })}
        </Text>
      )}
    </>
  );
}
