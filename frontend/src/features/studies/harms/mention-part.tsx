import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmDifference, HarmFigures } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatPercent } from "@/lib/format";
import { dismissedOf } from "./names";
import { Part, type PartProps } from "./part";
import { ShareTable, type ShareRow } from "./share-table";
import { Range } from "./shown";

const CASES = { measure: "not_mentioned" };

/** Images of people whose text mentions nobody, by group where groups are known. */
export function MentionPart({ projectId, run, figures, left }: PartProps) {
  const { t } = useTranslation("harms");
  const found = figures.not_mentioned;
  const without = left?.not_mentioned;
  const rows: ShareRow[] = found
    ? [
        { key: "all", label: t("mention.all"), all: found.all, without: without?.all, cases: CASES },
        ...Object.entries(found.groups ?? {}).map(([group, share]) => ({
          key: `group-${group}`,
          label: group,
          all: share,
          without: without?.groups?.[group],
        })),
      ]
    : [];
  return (
    <Part
      title={t("measure.not_mentioned")}
      text={t("mention.text", { covered: formatPercent(run.options.covered, 1) })}
      run={run}
      figures={figures}
      name="not_mentioned"
    >
      {found && (
        <ShareTable
          name={t("measure.not_mentioned")}
          projectId={projectId}
          runId={run.id}
          rows={rows}
          hasDismissed={dismissedOf(run) > 0}
        />
      )}
      {found?.differences && (
        <Differences all={found.differences} without={without} hasDismissed={dismissedOf(run) > 0} />
      )}
    </Part>
  );
}

interface DifferencesProps {
  all: HarmDifference[];
  without: HarmFigures["not_mentioned"] | undefined;
  hasDismissed: boolean;
}

const sameGroups = (one: HarmDifference) => (other: HarmDifference) =>
  one.first === other.first && one.second === other.second;

function Differences({ all, without, hasDismissed }: DifferencesProps) {
  const { t } = useTranslation("harms");
  const shown = (row: HarmDifference | undefined) =>
    row && (
      <>
        {formatPercent(row.value, 1)}
        <Range ends={row} write={(value) => formatPercent(value, 1)} />
      </>
    );
  const columns: Column<HarmDifference>[] = [
    {
      key: "groups",
      header: t("mention.groups"),
      label: "",
      render: ({ first, second }) => t("mention.pair", { first, second }),
    },
    { key: "n", header: t("mention.smaller"), end: true, render: ({ n }) => formatNumber(n) },
    { key: "all", header: t("figure.all"), end: true, render: shown },
  ];
  if (hasDismissed) {
    columns.push({
      key: "without",
      header: t("figure.without"),
      end: true,
      render: (row) => shown(without?.differences?.find(sameGroups(row))),
    });
  }
  return (
    <div>
      <Title order={3} fz="md" mb="xs">
        {t("mention.differences")}
      </Title>
      <DataTable
        name={t("mention.differences")}
        columns={columns}
        rows={all}
        rowKey={({ first, second }) => `${first}-${second}`}
        narrow="scroll"
      />
    </div>
  );
}
