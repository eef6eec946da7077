import { useTranslation } from "react-i18next";
import type { ImportError } from "@/api/types";
import { formatNumber } from "@/lib/format";
import { messageOf, remedyOf, type Notice } from "@/lib/server-messages";
import { DataTable, type Column } from "./data-table";

type Problem = Pick<ImportError, "row" | "name" | "field"> & Notice;

/** Row by row: what was wrong and what to do. */
export function ImportErrors({ source, errors }: { source: string; errors: Problem[] }) {
  const { t } = useTranslation("images");
  const rows = errors.map((error, key) => ({ ...error, key }));
  const columns: Column<Problem & { key: number }>[] = [
    { key: "row", header: t("history.row"), end: true, render: (error) => formatNumber(error.row) },
    { key: "name", header: t("history.name"), render: (error) => error.name },
    { key: "field", header: t("history.field"), render: (error) => error.field },
    { key: "message", header: t("history.problem"), render: messageOf },
    { key: "remedy", header: t("history.remedy"), render: (error) => remedyOf(error) ?? "" },
  ];
  return (
    <DataTable name={t("history.table", { source })} columns={columns} rows={rows} rowKey={(error) => error.key} />
  );
}
