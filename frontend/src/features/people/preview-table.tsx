import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Invitee, Role } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { personName } from "@/lib/people";
import { messageOf, remedyOf } from "@/lib/server-messages";

/** What each row of a pasted list will come to, before anything is done. */
export function PreviewTable({ rows, role }: { rows: Invitee[]; role: Role }) {
  const { t } = useTranslation("people");
  const columns: Column<Invitee>[] = [
    {
      key: "entry",
      header: t("add.entry"),
      label: "",
      render: ({ entry }) => (
        <Text fw={550} fz="inherit" style={{ overflowWrap: "anywhere" }}>
          {entry}
        </Text>
      ),
    },
    { key: "outcome", header: t("add.outcome"), render: (row) => <Outcome row={row} role={role} /> },
  ];
  return <DataTable name={t("add.preview")} columns={columns} rows={rows} rowKey={({ entry }) => entry} />;
}

function Outcome({ row, role }: { row: Invitee; role: Role }) {
  const { t } = useTranslation("people");
  const { t: common } = useTranslation("common");
  if (row.problem)
    return (
      <div>
        <Text fz="inherit" c="var(--mantine-color-error)">
          {messageOf(row.problem)}
        </Text>
        <Text size="xs" c="dimmed">
          {remedyOf(row.problem)}
        </Text>
      </div>
    );
  const said = { role: common(`role_in_words.${role}`), name: row.person ? personName(row.person) : row.name };
  switch (row.found) {
    case "known":
      return <>{t(row.asked_before ? "add.found.known_again" : "add.found.known", said)}</>;
    case "mail":
      return <>{t(row.asked_before ? "add.found.mail_again" : "add.found.mail", said)}</>;
    case "name":
      return (
        <div>
          {t("add.found.name", said)}
          <Text size="xs" c="dimmed">
            {t("add.found.name_hint")}
          </Text>
        </div>
      );
    default:
      return (
        <Text fz="inherit" c="dimmed">
          {t(row.found === "member" ? "add.found.member" : "add.found.twice")}
        </Text>
      );
  }
}
