import { Badge, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataTable, type Column } from "@/components/data-table";
import { formatBytes } from "@/lib/format";
import type { UploadItem, UploadStatus } from "@/lib/uploads";

const colors: Record<UploadStatus, string> = {
  waiting: "gray",
  sending: "blue",
  added: "accent",
  known: "gray",
  refused: "red",
  failed: "red",
  lost: "red",
};

/** Files that need no attention are counted, not listed, once there are many. */
const MOST_LISTED = 60;
const RANK: Record<UploadStatus, number> = {
  refused: 0,
  failed: 0,
  lost: 0,
  sending: 1,
  waiting: 2,
  added: 3,
  known: 3,
};

/** What became of each file: those that need somebody first. */
export function UploadTable({ items }: { items: readonly UploadItem[] }) {
  const { t } = useTranslation("uploads");
  const ordered = [...items].sort((a, b) => RANK[a.status] - RANK[b.status]);
  const shown = ordered.slice(0, MOST_LISTED);
  const columns: Column<UploadItem>[] = [
    { key: "file", header: t("file"), label: "", render: (item) => item.name },
    {
      key: "size",
      header: t("size"),
      end: true,
      render: (item) => (
        <Text span size="sm" style={{ whiteSpace: "nowrap" }}>
          {formatBytes(item.size)}
        </Text>
      ),
    },
    {
      key: "result",
      header: t("result"),
      label: "",
      render: (item) => (
        <Group gap="xs">
          <Badge color={colors[item.status]}>{t(item.status)}</Badge>
          {item.status === "lost" && <Text size="sm">{t("lost_text")}</Text>}
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
      <DataTable name={t("name")} columns={columns} rows={shown} rowKey={(item) => item.id} />
      {items.length > shown.length && (
        <Text size="sm" c="dimmed">
          {t("more", { count: items.length - shown.length })}
        </Text>
      )}
    </>
  );
}
