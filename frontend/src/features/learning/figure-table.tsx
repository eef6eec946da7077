import { Group, Stack, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Figure, FigureKind, Figures } from "@/api/seed-quality";
import { digitsOf, scaleOf, type Scale } from "@/components/charts/scale";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalBar } from "@/components/charts/interval-bar";
import { formatNumber } from "@/lib/format";
import { messageOf, titleOf } from "@/lib/server-messages";

export interface FigureRow {
  key: string;
  name: string;
  n: number;
  figures: Figures;
  /** A difference: its bar has an axis of its own, with a stroke at zero. */
  apart?: boolean;
}

interface FigureTableProps {
  name: string;
  /** What the rows are, as the header of their names. */
  of: string;
  kinds: FigureKind[];
  rows: FigureRow[];
}

const digits: Record<FigureKind["unit"], number> = { tokens: 1, share: 3, things: 2, seconds: 0, rounds: 2 };

/** For each figure a small table: who, the mean with its interval, and of how many. */
export function FigureTable({ name, of, kinds, rows }: FigureTableProps) {
  const shown = kinds.filter((kind) => rows.some(({ figures }) => figures[kind.name]));
  const said = noteOfAll(shown, rows);
  return (
    <Stack gap="xl">
      {said && (
        <Text size="sm" c="dimmed">
          {said}
        </Text>
      )}
      {shown.map((kind) => (
        <OneFigure key={kind.name} kind={kind} rows={rows} name={name} of={of} said={said} />
      ))}
    </Stack>
  );
}

/** What is noted of every figure alike is said once, above them. */
function noteOfAll(kinds: readonly FigureKind[], rows: readonly FigureRow[]): string | null {
  const figures = kinds.flatMap(({ name }) => rows.flatMap((row) => row.figures[name] ?? []));
  const [first, ...others] = figures.map(({ note }) => (note ? messageOf(note) : null));
  return first && others.length > 0 && others.every((note) => note === first) ? first : null;
}

interface Shown {
  key: string;
  name: string;
  figure: Figure | null;
  apart: boolean;
}

interface OneFigureProps extends Omit<FigureTableProps, "kinds"> {
  kind: FigureKind;
  said: string | null;
}

function OneFigure({ kind, rows, name, of, said }: OneFigureProps) {
  const { t } = useTranslation("learning");
  const shown: Shown[] = rows.map((row) => ({
    key: row.key,
    name: row.name,
    figure: row.figures[kind.name] ?? null,
    apart: row.apart ?? false,
  }));
  const common = scaleOf(shown.filter(({ apart }) => !apart).flatMap(endsOf), 4);
  // Small figures are told apart by more digits than is usual for their unit.
  const number = (value: number | null) =>
    formatNumber(value, Math.max(digits[kind.unit], Math.min(digitsOf(common), 3)));
  const columns: Column<Shown>[] = [
    { key: "of", header: of, render: (row) => row.name },
    { key: "mean", header: t("quality.mean"), end: true, render: ({ figure }) => number(figure?.mean ?? null) },
    {
      key: "chart",
      header: t("quality.interval"),
      render: (row) => <Interval row={row} common={common} number={number} said={said} />,
    },
    { key: "n", header: t("quality.n"), end: true, render: ({ figure }) => formatNumber(figure?.n ?? 0) },
  ];
  return (
    <div>
      <Title order={3} size="h4">
        {titleOf("seed_figure", kind.name, kind.title)}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {[t(`unit.${kind.unit}`), kind.better && t(`better.${kind.better}`)].filter(Boolean).join(" · ")}
      </Text>
      <DataTable
        name={`${name}: ${titleOf("seed_figure", kind.name, kind.title)}`}
        columns={columns}
        rows={shown}
        rowKey={({ key }) => key}
      />
    </div>
  );
}

function endsOf({ figure }: Shown): number[] {
  return figure ? [figure.mean, figure.low ?? figure.mean, figure.high ?? figure.mean] : [];
}

/** Both ends are round numbers, with as many digits as their axis needs. */
const atEnd = (scale: Scale, end: number) => formatNumber(end, digitsOf(scale));

interface IntervalProps {
  row: Shown;
  common: Scale;
  number: (value: number | null) => string;
  /** What stands above all figures already. */
  said: string | null;
}

function Interval({ row, common, number, said }: IntervalProps) {
  const { t } = useTranslation("learning");
  const { figure, apart } = row;
  if (!figure) {
    return (
      <Text size="xs" c="dimmed">
        {t("quality.undefined")}
      </Text>
    );
  }
  const { mean, low, high, note } = figure;
  const noted = note ? messageOf(note) : null;
  const scale = apart ? scaleOf([0, ...endsOf(row)], 4) : common;
  return (
    <div>
      {/* Where the line begins and ends, for the eye; what is read aloud stands below. */}
      <Group gap="sm" wrap="nowrap" aria-hidden fz="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        <span>{atEnd(scale, scale.min)}</span>
        <IntervalBar scale={scale} mean={mean} low={low} high={high} mark={apart ? 0 : undefined} />
        <span>{atEnd(scale, scale.max)}</span>
      </Group>
      <Text size="xs" c="dimmed">
        {[low !== null && t("quality.from_to", { low: number(low), high: number(high) }), noted !== said && noted]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </div>
  );
}
