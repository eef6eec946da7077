import { useTranslation } from "react-i18next";
import type { StageProgress } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { formatNumber } from "@/lib/format";
import { stageTitle } from "@/lib/server-messages";

/** The tasks of each stage; its name leads to all about it. */
export function StageTable({ projectId, stages }: { projectId: number; stages: StageProgress[] }) {
  const { t } = useTranslation("overview");
  const columns: Column<StageProgress>[] = [
    {
      key: "stage",
      header: t("progress.stage"),
      term: "stage",
      label: "",
      render: (row) => (
        <TextLink
          fw={550}
          fz="inherit"
          to="/projects/$projectId/stages/$stageKey"
          params={{ projectId: String(projectId), stageKey: row.key }}
        >
          {stageTitle(row)}
        </TextLink>
      ),
    },
    { key: "open", header: t("progress.tasks_open"), end: true, render: (row) => formatNumber(row.open) },
    { key: "held", header: t("progress.held"), end: true, render: (row) => formatNumber(row.held) },
    { key: "done", header: t("progress.answers"), end: true, render: (row) => formatNumber(row.done) },
  ];
  return <DataTable name={t("progress.tasks")} columns={columns} rows={stages} rowKey={(row) => row.key} />;
}
