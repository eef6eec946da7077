import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ReaderPrecision, ReaderShare } from "@/api/second-reader";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalEnds } from "@/components/interval-ends";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { formatNumber, formatPercent } from "@/lib/format";
import { precisionQuery } from "../api/second-reader";

const FIGURES = [
  "rejected_marked",
  "rejected_unmarked",
  "found",
  "changed_marked",
  "changed_not_seen",
  "changed_contradicted",
  "changed_seen",
] as const;

interface Row {
  key: string;
  name: string;
  share: ReaderShare;
}

/** How far what each version said agrees with what people decided. */
export function Precisions({ projectId }: { projectId: number }) {
  const query = useQuery(precisionQuery(projectId));
  return (
    <QueryView query={query}>
      {(versions) => (
        <>
          {versions.map((each) => (
            <Precision key={each.version.id} told={each} />
          ))}
        </>
      )}
    </QueryView>
  );
}

function Precision({ told }: { told: ReaderPrecision }) {
  const { t } = useTranslation("second_reader");
  const { version, texts, judged, judged_before: before, said } = told;
  const name = t("precision.title", { name: `${version.connection.name} ${version.label}` });
  const counts = [
    t("precision.texts", { count: texts, texts: formatNumber(texts) }),
    t("precision.judged", { count: judged, judged: formatNumber(judged) }),
    ...(before > 0 ? [t("precision.before", { count: before, before: formatNumber(before) })] : []),
    ...(said.invalid > 0 ? [t("precision.invalid", { invalid: formatNumber(said.invalid) })] : []),
  ];
  const rows: Row[] = [
    ...FIGURES.map((key) => ({ key, name: t(`precision.${key}`), share: told[key] })),
    ...told.studies.map((each) => ({
      key: `study ${String(each.study)}`,
      name: t("precision.study", { name: each.name, count: each.pairs }),
      share: each.agrees,
    })),
  ];
  return (
    <Section title={name} description={t("precision.text")}>
      <Stack gap="sm">
        <Text size="sm">{counts.join(" ")}</Text>
        {judged > 0 || told.studies.length > 0 ? (
          <>
            <Figures name={name} rows={rows} />
            <Text size="sm" c="dimmed" maw="72ch">
              {t("precision.assumptions")}
            </Text>
          </>
        ) : (
          <Text size="sm">{t("precision.nothing")}</Text>
        )}
      </Stack>
    </Section>
  );
}

function Figures({ name, rows }: { name: string; rows: Row[] }) {
  const { t } = useTranslation("second_reader");
  const { t: tc } = useTranslation("common");
  const columns: Column<Row>[] = [
    { key: "name", header: t("precision.figure"), label: "", render: (row) => row.name },
    {
      key: "share",
      header: t("precision.share"),
      end: true,
      render: ({ share }) => (share.value === null ? tc("none") : formatPercent(share.value, 1)),
    },
    {
      key: "interval",
      header: t("precision.interval"),
      render: ({ share: { low, high, why } }) => (
        <IntervalEnds low={low} high={high} why={why} write={(value) => formatPercent(value, 1)} />
      ),
    },
    {
      key: "n",
      header: t("precision.n"),
      end: true,
      render: ({ share }) => t("of", { part: formatNumber(share.part), whole: formatNumber(share.whole) }),
    },
  ];
  return <DataTable name={name} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
