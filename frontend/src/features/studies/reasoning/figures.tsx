import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ReasoningDifference, ReasoningFigures, ReasoningResults } from "@/api/reasoning";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatPercent } from "@/lib/format";

export type AskedSet = ReasoningResults["sets"][number];

export interface PartProps {
  set: AskedSet;
  results: ReasoningResults;
}

interface Ends {
  low: number | null;
  high: number | null;
}

/** A share with the ends of its interval below it. */
export function Share({ value, ends }: { value: number | null; ends: Ends }) {
  const { t } = useTranslation("reasoning");
  const { t: tc } = useTranslation("common");
  if (value === null) return tc("none");
  return (
    <>
      {formatPercent(value, 1)}
      {ends.low !== null && ends.high !== null && (
        <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          {t("range", { low: formatPercent(ends.low, 1), high: formatPercent(ends.high, 1) })}
        </Text>
      )}
    </>
  );
}

interface AccuracyRow extends ReasoningFigures {
  title: string;
}

export function useTitle() {
  const { t } = useTranslation("reasoning");
  return (title: string | null) => title ?? t("without");
}

/** How often each source led to the true caption. */
export function Accuracies({ set, results }: PartProps) {
  const { t } = useTranslation("reasoning");
  const titled = useTitle();
  const rows = results.sources.flatMap(({ title, sets }): AccuracyRow[] => {
    const own = sets[set.set];
    return own ? [{ ...own, title: titled(title) }] : [];
  });
  const columns: Column<AccuracyRow>[] = [
    {
      key: "title",
      header: t("figure.source"),
      label: "",
      render: ({ title }) => (
        <Text fz="inherit" fw={550} miw={120}>
          {title}
        </Text>
      ),
    },
    { key: "n", header: t("figure.questions"), end: true, render: ({ n }) => formatNumber(n) },
    {
      key: "share",
      header: t("figure.accuracy"),
      end: true,
      render: (row) => <Share value={row.share} ends={row} />,
    },
    {
      key: "by_image",
      header: t("figure.by_image"),
      end: true,
      render: ({ by_image: { low, high } }) => (
        <Text component="span" fz="inherit" style={{ whiteSpace: "nowrap" }}>
          {low !== null && high !== null && t("range", { low: formatPercent(low, 1), high: formatPercent(high, 1) })}
        </Text>
      ),
    },
    ...(["1", "2"] as const).map((place) => ({
      key: `place_${place}`,
      header: t(`figure.place_${place}`),
      end: true,
      render: ({ positions }: AccuracyRow) => {
        const own = positions[place];
        return own ? <Share value={own.share} ends={own} /> : null;
      },
    })),
    { key: "invalid", header: t("figure.invalid"), end: true, render: ({ invalid }) => formatNumber(invalid) },
    {
      key: "unanswered",
      header: t("figure.unanswered"),
      end: true,
      render: ({ unanswered }) => formatNumber(unanswered),
    },
    {
      key: "without",
      header: t("figure.not_described"),
      end: true,
      render: ({ without_description: without }) => formatNumber(without),
    },
  ];
  if (rows.some(({ groups }) => groups)) {
    columns.splice(3, 0, {
      key: "groups",
      header: t("figure.groups"),
      end: true,
      render: ({ groups }) => groups && <Share value={groups.share} ends={groups} />,
    });
  }
  return (
    <DataTable
      name={t("figure.table", { set: set.title })}
      columns={columns}
      rows={rows}
      rowKey={({ title }) => title}
      narrow="scroll"
    />
  );
}

interface DifferenceRow extends ReasoningDifference {
  titles: string;
}

/** How much more often one source led to the true caption than another, on the questions of both. */
export function Differences({ set, results }: PartProps) {
  const { t } = useTranslation("reasoning");
  const titled = useTitle();
  const rows = results.differences.flatMap(({ first, second, sets }): DifferenceRow[] => {
    const own = sets[set.set];
    return own ? [{ ...own, titles: t("difference.titles", { first: titled(first), second: titled(second) }) }] : [];
  });
  if (rows.length === 0) return null;
  const columns: Column<DifferenceRow>[] = [
    {
      key: "titles",
      header: t("difference.sources"),
      label: "",
      render: ({ titles }) => (
        <Text fz="inherit" miw={160}>
          {titles}
        </Text>
      ),
    },
    { key: "n", header: t("difference.n"), end: true, render: ({ n }) => formatNumber(n) },
    {
      key: "difference",
      header: t("difference.by"),
      end: true,
      render: (row) => <Share value={row.difference} ends={row} />,
    },
    {
      key: "only",
      header: t("difference.only"),
      end: true,
      render: ({ only_first, only_second }) => `${formatNumber(only_first)} : ${formatNumber(only_second)}`,
    },
    { key: "p", header: t("difference.p"), end: true, render: ({ p }) => p !== null && chance(p) },
  ];
  return (
    <DataTable
      name={t("difference.table", { set: set.title })}
      columns={columns}
      rows={rows}
      rowKey={({ titles }) => titles}
      narrow="scroll"
    />
  );
}

const LEAST = 0.0001;
const chance = (p: number) => (p < LEAST ? `< ${formatNumber(LEAST, 4)}` : formatNumber(p, 4));
