import { Button, Group, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { digitsOf, scaleOf, shareOf, type Scale } from "./chart-scale";
import { DataTable, type Column } from "./data-table";
import classes from "./line-chart.module.css";

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

interface LineChartProps {
  /** What the chart shows, as its name for those who do not see it. */
  title: string;
  xName: string;
  /** At most two: they differ by dash as well as by colour. */
  series: Series[];
}

/** As long as the width on the page is not known. */
const USUAL_WIDTH = 640;
const NARROW = 480;
const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 28;
const TOP = 8;
const RIGHT = 12;

const at = {
  x: (scale: Scale, value: number, width: number) => LEFT + shareOf(scale, value) * (width - LEFT - RIGHT),
  y: (scale: Scale, value: number) => HEIGHT - BOTTOM - shareOf(scale, value) * (HEIGHT - BOTTOM - TOP),
};

/** Lines over a common axis, and the same numbers as a table. */
export function LineChart({ title, xName, series }: LineChartProps) {
  const { t } = useTranslation("common");
  const [asTable, setAsTable] = useState(false);
  const shown = series.filter(({ points }) => points.length > 0);
  if (shown.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("chart.empty")}
      </Text>
    );
  }
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Legend series={shown} />
        <Button size="compact-xs" variant="subtle" flex="none" aria-pressed={asTable} onClick={() => { setAsTable(!asTable); }}>
          {t(asTable ? "chart.show_chart" : "chart.show_table")}
        </Button>
      </Group>
      {asTable ? <Numbers title={title} xName={xName} series={shown} /> : <Drawing title={title} xName={xName} series={shown} />}
    </div>
  );
}

function Legend({ series }: { series: Series[] }) {
  return (
    <ul className={classes.legend}>
      {series.map(({ name }, place) => (
        <li key={name}>
          <svg width="28" height="8" aria-hidden>
            <line x1="2" x2="26" y1="4" y2="4" className={styleOf(place)} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

const styleOf = (place: number) => `${classes.line ?? ""} ${(place === 0 ? classes.first : classes.second) ?? ""}`;

function Drawing({ title, xName, series }: LineChartProps) {
  const { t } = useTranslation("common");
  const id = useId();
  // One unit is one pixel, so that what is written stays as large as text on narrow screens.
  const { ref, width: measured } = useElementSize();
  const width = measured || USUAL_WIDTH;
  const all = series.flatMap(({ points }) => points);
  const across = scaleOf(all.map(({ x }) => x), width < NARROW ? 3 : 5);
  const up = scaleOf(all.map(({ y }) => y), 4);
  const told = series.map(({ name, points }) => t("chart.told", rangeOf(name, points))).join(" ");
  return (
    <figure ref={ref} className={classes.frame} style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`} className={classes.svg} role="img" aria-labelledby={`${id}-title ${id}-told`}>
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-told`}>{told}</desc>
        {up.ticks.map((tick) => (
          <g key={tick} aria-hidden>
            <line x1={LEFT} x2={width - RIGHT} y1={at.y(up, tick)} y2={at.y(up, tick)} className={classes.grid} />
            <text x={LEFT - 8} y={at.y(up, tick) + 4} textAnchor="end" className={classes.tick}>
              {formatNumber(tick, digitsOf(up))}
            </text>
          </g>
        ))}
        {across.ticks.map((tick) => (
          <text key={tick} x={at.x(across, tick, width)} y={HEIGHT - 8} textAnchor="middle" className={classes.tick} aria-hidden>
            {formatNumber(tick, digitsOf(across))}
          </text>
        ))}
        {series.map((each, place) => (
          <Line key={each.name} points={each.points} place={place} across={across} up={up} width={width} />
        ))}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed" ta="center">
        {xName}
      </Text>
    </figure>
  );
}

interface LineProps {
  points: Series["points"];
  place: number;
  across: Scale;
  up: Scale;
  width: number;
}

function Line({ points, place, across, up, width }: LineProps) {
  const [only] = points;
  if (points.length === 1 && only) {
    const dot = `${classes.dot ?? ""} ${(place === 0 ? classes.first : classes.second) ?? ""}`;
    return <circle cx={at.x(across, only.x, width)} cy={at.y(up, only.y)} r={4} className={dot} />;
  }
  const path = points.map(({ x, y }) => `${at.x(across, x, width).toFixed(1)},${at.y(up, y).toFixed(1)}`).join(" ");
  return <polyline points={path} className={styleOf(place)} />;
}

function rangeOf(name: string, points: Series["points"]) {
  const values = points.map(({ y }) => y);
  return {
    name,
    first: formatNumber(values[0], 3),
    last: formatNumber(values.at(-1), 3),
    min: formatNumber(Math.min(...values), 3),
    max: formatNumber(Math.max(...values), 3),
  };
}

const MOST_ROWS = 200;

interface NumbersRow {
  x: number;
  values: (number | undefined)[];
}

function Numbers({ title, xName, series }: LineChartProps) {
  const steps = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  // A long curve is thinned out, its last point kept.
  const every = Math.ceil(steps.length / MOST_ROWS);
  const kept = steps.filter((_, place) => place % every === 0 || place === steps.length - 1);
  const known = series.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
  const rows: NumbersRow[] = kept.map((x) => ({ x, values: known.map((values) => values.get(x)) }));
  const columns: Column<NumbersRow>[] = [
    { key: "x", header: xName, end: true, render: ({ x }) => formatNumber(x) },
    ...series.map(({ name }, place) => ({
      key: name,
      header: name,
      end: true,
      render: ({ values }: NumbersRow) => formatNumber(values[place], 4),
    })),
  ];
  return <DataTable name={title} columns={columns} rows={rows} rowKey={({ x }) => x} narrow="scroll" />;
}
