import { Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Figure, FigureKind, Figures } from "@/api/seed-quality";
import { scaleOf, type Scale } from "@/components/chart-scale";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalBar } from "@/components/interval-bar";
import { formatNumber } from "@/lib/format";

export interface FigureRow {
  key: string;
  name: string;
  n: number;
  figures: Figures;
}

interface FigureTableProps {
  name: string;
  kinds: FigureKind[];
  rows: FigureRow[];
}

const digits: Record<FigureKind["unit"], number> = { tokens: 1, share: 3, things: 2, seconds: 0, rounds: 2 };

/** For each figure a small table: who, the mean with its interval, and of how many. */
export function FigureTable({ name, kinds, rows }: FigureTableProps) {
  const shown = kinds.filter((kind) => rows.some(({ figures }) => figures[kind.name]));
  return (
    <Stack gap="xl">
      {shown.map((kind) => (
        <OneFigure key={kind.name} kind={kind} rows={rows} name={name} />
      ))}
    </Stack>
  );
}

interface Shown {
  key: string;
  name: string;
  figure: Figure | null;
}

function OneFigure({ kind, rows, name }: { kind: FigureKind; rows: FigureRow[]; name: string }) {
  const { t } = useTranslation("learning");
  const shown: Shown[] = rows.map((row) => ({ key: row.key, name: row.name, figure: row.figures[kind.name] ?? null }));
  const ends = shown.flatMap(({ figure }) => (figure ? [figure.mean, figure.low ?? figure.mean, figure.high ?? figure.mean] : []));
  const scale = scaleOf(ends, 4);
  const number = (value: number | null) => formatNumber(value, digits[kind.unit]);
  const columns: Column<Shown>[] = [
    { key: "of", header: t("quality.seeds_of"), render: (row) => row.name },
    { key: "mean", header: t("quality.mean"), end: true, render: ({ figure }) => number(figure?.mean ?? null) },
    { key: "chart", header: t("quality.interval"), render: ({ figure }) => <Interval figure={figure} scale={scale} number={number} /> },
    { key: "n", header: t("quality.n"), end: true, render: ({ figure }) => formatNumber(figure?.n ?? 0) },
  ];
  return (
    <div>
      <Title order={3} size="h4">
        {kind.title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {[t(`unit.${kind.unit}`), kind.better && t(`better.${kind.better}`)].filter(Boolean).join(" · ")}
      </Text>
      <DataTable name={`${name}: ${kind.title}`} columns={columns} rows={shown} rowKey={({ key }) => key} />
    </div>
  );
}

function Interval({ figure, scale, number }: { figure: Figure | null; scale: Scale; number: (value: number | null) => string }) {
  const { t } = useTranslation("learning");
  if (!figure) {
    return (
      <Text size="xs" c="dimmed">
        {t("quality.undefined")}
      </Text>
    );
  }
  return (
    <div>
      <IntervalBar scale={scale} mean={figure.mean} low={figure.low} high={figure.high} />
      <Text size="xs" c="dimmed">
        {[figure.low !== null && t("quality.from_to", { low: number(figure.low), high: number(figure.high) }), figure.note].filter(Boolean).join(" · ")}
      </Text>
    </div>
  );
}
