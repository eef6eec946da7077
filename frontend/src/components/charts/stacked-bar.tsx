import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatPercent } from "@/lib/format";
import { ChartFrame } from "./chart-frame";
import classes from "./charts.module.css";

export interface StackedRow {
  name: string;
  /** One for each level. */
  counts: number[];
  /** Percentages that were rounded elsewhere so that they sum to 100; otherwise the shares of the counts. */
  percent?: number[];
}

interface StackedBarProps {
  title: string;
  titled?: boolean;
  description?: ReactNode;
  note?: ReactNode;
  /** What the rows are, such as "Metric". */
  rowName: string;
  /** From one end to the other: at most five. */
  levels: string[];
  rows: StackedRow[];
  /** The middle level stands astride the centre: what leans to a side is seen at once. */
  diverging?: boolean;
}

const ROW = 54;
const BAR = 26;
const TOP = 22;
const LEAST_FOR_TEXT = 34;

/** The tone of a level: of five, the outer two are the strongest; of fewer, the ends are taken. */
const TONES: Record<number, readonly number[]> = {
  1: [5],
  2: [5, 3],
  3: [5, 4, 3],
  4: [1, 2, 4, 5],
  5: [1, 2, 3, 4, 5],
};
const toneOf = (level: number, levels: number) => (TONES[levels] ?? [1, 2, 3, 4, 5])[level] ?? 3;
const tone = (level: number, levels: number) => classes[`tone${String(toneOf(level, levels))}`];
const onTone = (level: number, levels: number) => classes[`onTone${String(toneOf(level, levels))}`];

interface Part {
  level: number;
  x: number;
  width: number;
  percent: number;
}

/** Rows of shares that together are the whole, side by side for comparison. */
export function StackedBar({ rows, levels, diverging = false, ...props }: StackedBarProps) {
  const { t } = useTranslation("common");
  const filled = rows.filter(({ counts }) => counts.some((count) => count > 0));
  const side = diverging ? longestSide(filled.map(percentsOf)) : null;
  const words = (row: StackedRow) => {
    const percents = percentsOf(row);
    const parts = levels.map(
      (level, place) => `${level} ${formatPercent((percents[place] ?? 0) / 100)} (${formatNumber(row.counts[place])})`,
    );
    return `${row.name}: ${parts.join(", ")}`;
  };
  return (
    <ChartFrame
      {...props}
      height={filled.length * ROW + 4}
      isEmpty={filled.length === 0}
      summary={filled.map(words).join(". ")}
      legend={levels.map((name, level) => ({
        name,
        mark: <rect x="6" y="0" width="16" height="12" rx="2" className={tone(level, levels.length)} />,
      }))}
      table={{
        columns: [
          { name: props.rowName },
          ...levels.map((name) => ({ name })),
          ...levels.map((name) => ({
            name: t("chart.percent_of", { name }),
            format: (value: number) => formatNumber(value, 1),
          })),
        ],
        rows: rows.map((row) => [row.name, ...levels.map((_, level) => row.counts[level] ?? null), ...percentsOf(row)]),
      }}
      readings={(width) => filled.map((row, place) => ({ x: 0, y: place * ROW, width, height: ROW, text: words(row) }))}
    >
      {(width) => (
        <>
          {/* Below the bars: it would strike through their percentages. */}
          {diverging && (
            <line x1={width / 2} x2={width / 2} y1={TOP - 4} y2={filled.length * ROW} className={classes.centre} />
          )}
          {filled.map((row, place) => (
            <g key={row.name} aria-hidden>
              <text x={0} y={place * ROW + 15} className={classes.rowName}>
                {row.name}
              </text>
              <text x={width} y={place * ROW + 15} textAnchor="end" className={classes.tick}>
                {`n = ${formatNumber(row.counts.reduce((sum, count) => sum + count, 0))}`}
              </text>
              {partsOf(percentsOf(row), width, side).map((part) => (
                <Piece key={part.level} part={part} top={place * ROW + TOP} levels={levels.length} />
              ))}
            </g>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

function Piece({ part, top, levels }: { part: Part; top: number; levels: number }) {
  if (part.percent <= 0) return null;
  return (
    <>
      <rect
        x={part.x}
        width={Math.max(1, part.width - 1)}
        y={top}
        height={BAR}
        rx={2}
        className={tone(part.level, levels)}
      />
      {part.width >= LEAST_FOR_TEXT && (
        <text
          x={part.x + part.width / 2}
          y={top + BAR / 2 + 4}
          textAnchor="middle"
          className={onTone(part.level, levels)}
        >
          {formatPercent(part.percent / 100)}
        </text>
      )}
    </>
  );
}

function percentsOf({ counts, percent }: StackedRow): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return percent ?? counts.map((count) => (total ? (100 * count) / total : 0));
}

/** How much of a row lies before the centre: half of its middle level, and all before that. */
function before(percents: number[]): number {
  const middle = percents.length / 2 - 0.5;
  return percents.reduce(
    (sum, percent, level) => sum + (level < middle ? percent : level === middle ? percent / 2 : 0),
    0,
  );
}

/** The longest side of any row reaches the edge, so that all rows have one measure. */
function longestSide(rows: number[][]): number {
  return Math.max(
    1,
    ...rows.flatMap((percents) => [before(percents), percents.reduce((sum, part) => sum + part, 0) - before(percents)]),
  );
}

/** Where each level begins and ends; `side` is the percentage from the centre to the edge of a diverging row. */
function partsOf(percents: number[], width: number, side: number | null): Part[] {
  const unit = width / (side === null ? 100 : 2 * side);
  let x = side === null ? 0 : width / 2 - before(percents) * unit;
  return percents.map((percent, level) => {
    const part = { level, x, width: percent * unit, percent };
    x += part.width;
    return part;
  });
}
