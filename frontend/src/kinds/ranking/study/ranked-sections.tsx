import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IntervalBar } from "@/components/charts/interval-bar";
import { useSmallNote } from "@/components/charts/small-note";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalEnds } from "@/components/interval-ends";
import { Section } from "@/components/section";
import { Stat, Stats } from "@/components/stat";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import type { RankingResults } from "../types";

type Source = RankingResults["by_source"][number];

/** What comes of rankings: the mean rank of each source, each pair by itself, and how far people agree. */
export function RankedSections({ results }: { results: RankingResults }) {
  return (
    <>
      <MeanRanks results={results} />
      {results.by_chunk.length > 0 && <ByChunk results={results} />}
      <Pairs results={results} />
      <Concordance agreement={results.agreement} />
    </>
  );
}

/** How the mean ranks go as more sentences are taken in. */
function ByChunk({ results: { sources, by_chunk: chunks } }: { results: RankingResults }) {
  const { t } = useTranslation("studies");
  const columns: Column<{ source: string; at: number }>[] = [
    { key: "source", header: t("list.source"), label: "", render: ({ source }) => source },
    ...chunks.map(({ chunk, by_source: means }): Column<{ source: string; at: number }> => ({
      key: String(chunk),
      header: t("ranked.sentences", { count: chunk }),
      end: true,
      render: ({ at }) => {
        const mean = means[at]?.mean_rank;
        const interval =
          mean && mean.low !== null && mean.high !== null
            ? `${formatNumber(mean.low, 2)} … ${formatNumber(mean.high, 2)}`
            : mean?.why && messageOf(mean.why);
        return <span title={interval ?? undefined}>{formatNumber(mean?.value ?? null, 2)}</span>;
      },
    })),
  ];
  return (
    <Section title={t("ranked.by_chunk")} description={t("ranked.by_chunk_text")}>
      <DataTable
        name={t("ranked.by_chunk")}
        columns={columns}
        rows={sources.map((source, at) => ({ source, at }))}
        rowKey={({ source }) => source}
      />
    </Section>
  );
}

function MeanRanks({ results }: { results: RankingResults }) {
  const { t } = useTranslation("studies");
  const few = useSmallNote()(results.by_source.map(({ source, n }) => ({ name: source, n })));
  const scale = { min: 1, max: results.sources.length, ticks: [] };
  const rows = [...results.by_source].sort((a, b) => (a.mean_rank.value ?? Infinity) - (b.mean_rank.value ?? Infinity));
  const columns: Column<Source>[] = [
    {
      key: "source",
      header: t("list.source"),
      label: "",
      render: ({ source }) => (
        <Text size="sm" fw={600}>
          {source}
        </Text>
      ),
    },
    { key: "mean", header: t("ranked.mean"), end: true, render: ({ mean_rank: mean }) => formatNumber(mean.value, 2) },
    {
      key: "interval",
      header: t("figure.interval"),
      render: ({ mean_rank: { value, low, high, why } }) => (
        <div style={{ minWidth: 140 }}>
          {value !== null && <IntervalBar scale={scale} mean={value} low={low} high={high} />}
          <Text size="xs" c="dimmed">
            {low === null || high === null
              ? ((why && messageOf(why)) ?? t("figure.none"))
              : `${formatNumber(low, 2)} … ${formatNumber(high, 2)}`}
          </Text>
        </div>
      ),
    },
    { key: "n", header: t("ranked.rankings"), end: true, render: ({ n }) => formatNumber(n) },
  ];
  return (
    <Section title={t("ranked.means")} description={t("ranked.means_text", { most: results.sources.length })}>
      <DataTable name={t("ranked.means")} columns={columns} rows={rows} rowKey={({ source }) => source} />
      {few !== null && (
        <Text size="xs" c="dimmed" mt="xs">
          {few}
        </Text>
      )}
    </Section>
  );
}

interface Against {
  wins: number;
  ties: number;
  losses: number;
}

/** How one source did against another; null against itself. */
function against({ pairs }: RankingResults, row: number, column: number): Against | null {
  const pair = pairs.find(({ first, second }) => first === row && second === column);
  if (pair) return pair;
  const turned = pairs.find(({ first, second }) => first === column && second === row);
  return turned ? { wins: turned.losses, ties: turned.ties, losses: turned.wins } : null;
}

function Pairs({ results }: { results: RankingResults }) {
  const { t } = useTranslation("studies");
  const { sources } = results;
  const columns: Column<number>[] = [
    {
      key: "source",
      header: t("ranked.before_what"),
      render: (row) => (
        <Text size="sm" fw={600}>
          {sources[row]}
        </Text>
      ),
    },
    ...sources.map((title, column): Column<number> => ({
      key: String(column),
      header: title,
      end: true,
      render: (row) => <Won counts={against(results, row, column)} first={sources[row] ?? ""} second={title} />,
    })),
  ];
  return (
    <Section title={t("ranked.pairs")} description={t("ranked.pairs_text")}>
      <DataTable
        name={t("ranked.pairs")}
        columns={columns}
        rows={sources.map((_, row) => row)}
        rowKey={(row) => row}
        narrow="scroll"
      />
    </Section>
  );
}

function Won({ counts, first, second }: { counts: Against | null; first: string; second: string }) {
  const { t } = useTranslation("studies");
  if (counts === null) {
    return (
      <Text component="span" c="dimmed">
        {t("figure.none")}
      </Text>
    );
  }
  const { wins, ties, losses } = counts;
  return (
    <span title={t("ranked.pair_in_words", { first, second, wins, ties, all: wins + ties + losses })}>
      {formatNumber(wins)}
      <Text component="span" size="xs" c="dimmed" display="block">
        {t("ranked.ties_of_pair", { count: ties, number: formatNumber(ties) })}
      </Text>
    </span>
  );
}

function Concordance({ agreement }: { agreement: RankingResults["agreement"] }) {
  const { t } = useTranslation("studies");
  const { kendall_w: w, kendall_w_why: noW, alpha, alpha_why: noAlpha, items } = agreement;
  const stat = (label: string, value: number | null, ends: typeof agreement.alpha_interval) =>
    value === null ? (
      <Stat label={label} value={t("figure.none")} />
    ) : (
      <Stat
        label={label}
        value={formatNumber(value, 2)}
        hint={<IntervalEnds {...ends} write={(end) => formatNumber(end, 2)} />}
      />
    );
  const reasons = new Set([noW, noAlpha].flatMap((why) => (why ? [messageOf(why)] : [])));
  return (
    <Section title={t("agreement.title")} description={t("ranked.agreement_text")}>
      <Stack gap="xs">
        <Stats>
          {stat(t("ranked.kendall_w"), w, agreement.kendall_w_interval)}
          {stat(t("agreement.alpha"), alpha, agreement.alpha_interval)}
          <Stat label={t("agreement.items")} value={formatNumber(items)} />
        </Stats>
        {[...reasons].map((why) => (
          <Text key={why} size="sm" c="dimmed">
            {why}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}
