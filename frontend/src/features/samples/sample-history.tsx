import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Transition } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { formatDateTime } from "@/lib/format";

type Row = Transition & { key: number };

export function SampleHistory({ transitions }: { transitions: Transition[] }) {
  const { t } = useTranslation("samples");
  const rows = transitions.map((transition, key) => ({ ...transition, key }));
  const columns: Column<Row>[] = [
    { key: "at", header: t("detail.history_at"), render: (row) => formatDateTime(row.at) },
    { key: "what", header: t("detail.history_what"), render: (row) => row.subject },
    {
      key: "change",
      header: t("detail.history_change"),
      render: (row) => (row.from && row.from !== row.to ? `${row.from} → ${row.to}` : row.to),
    },
    { key: "reason", header: t("detail.history_reason"), render: (row) => <Reason row={row} /> },
    {
      key: "actor",
      header: t("detail.history_actor"),
      render: (row) => (row.actor ? row.actor.display_name || row.actor.username : t("detail.system")),
    },
  ];
  return (
    <Section title={t("detail.history")}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t("detail.no_history")}</Text>
      ) : (
        <DataTable name={t("detail.history")} columns={columns} rows={rows} rowKey={(row) => row.key} />
      )}
    </Section>
  );
}

/** Why, and in the words of the person if they left some, as when skipping. */
function Reason({ row }: { row: Transition }) {
  const { t } = useTranslation("samples");
  const comment = commentOf(row);
  return (
    <>
      {row.reason.replaceAll("_", " ")}
      {comment !== "" && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {t("detail.history_comment", { comment })}
        </Text>
      )}
    </>
  );
}

/** What goes with a transition depends on its kind; an older server sends nothing at all. */
function commentOf(row: { detail?: unknown }): string {
  const { detail } = row;
  if (typeof detail !== "object" || detail === null || !("comment" in detail)) return "";
  return typeof detail.comment === "string" ? detail.comment.trim() : "";
}
