import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Cell } from "@/lib/csv";
import { formatNumber } from "@/lib/format";
import { AcrossAxis, column, NARROW, thinLabels, UpAxis, xOf, yOf, type Area } from "./axes";
import { ChartFrame } from "./chart-frame";
import classes from "./charts.module.css";
import { digitsOf, scaleOf, timeScaleOf, type Scale } from "./scale";
import { useZoom, zoomed } from "./zoom";

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

interface LineChartProps {
  /** What the chart shows, as its name for those who do not see it. */
  title: string;
  titled?: boolean;
  description?: ReactNode;
  note?: ReactNode;
  xName: string;
  /** At most four: they differ by dash as well as by colour. */
  series: Series[];
  formatX?: (value: number) => string;
  formatY?: (value: number) => string;
  /** How the upright axis writes its numbers, where that differs. */
  formatTick?: ((value: number) => string) | undefined;
  /** Values are seconds: the axis has the round numbers of clocks. */
  isTime?: boolean;
  /** Values are numbers of things: the axis has whole numbers. */
  isCount?: boolean;
  /** Set for days and the like: the axis ends where the points do and is labelled at some of them, in this form. */
  formatPoint?: (value: number) => string;
  /** A value of x to be marked, with its name. */
  mark?: { x: number; name: string } | undefined;
}

const HEIGHT = 240;
const MOST_ROWS = 200;

export const lineClass = (place: number) => `${classes.line ?? ""} ${classes[`line${String((place % 4) + 1)}`] ?? ""}`;
export const dotClass = (place: number) => classes[`dot${String((place % 4) + 1)}`];

const upOf = (values: number[], { isTime, isCount }: Pick<LineChartProps, "isTime" | "isCount">) =>
  isTime ? timeScaleOf(values, 4) : scaleOf(values, 4, isCount ? 1 : 0);

/** Lines over a common axis, and the same numbers as a table. */
export function LineChart({ series, mark, ...props }: LineChartProps) {
  const { t } = useTranslation("common");
  const shown = series.filter(({ points }) => points.length > 0);
  const { xName, formatX = (value) => formatNumber(value), formatY = (value) => formatNumber(value, 4) } = props;
  const steps = stepsOf(shown);
  const spoken = props.formatY ?? ((value: number) => formatNumber(value, 3));
  const zoom = useZoom(steps.length, (place) => formatX(steps[place]?.x ?? 0));
  const seen = zoomed(zoom, steps);
  const lines = shown.map(({ name, points }) => ({ name, points: within(points, seen) }));
  const drawn = (width: number) => ({
    area: { width, height: HEIGHT },
    across: acrossOf(
      seen.map(({ x }) => x),
      width,
      // The round numbers of an axis reach beyond a part that is looked at.
      props.formatPoint !== undefined || zoom?.isZoomed === true,
    ),
    up: upOf(
      lines.flatMap(({ points }) => points.map(({ y }) => y)),
      props,
    ),
  });
  const summary = shown
    .map(({ name, points }) =>
      t(
        "chart.told",
        rangeOf(
          name,
          points.map(({ y }) => y),
          spoken,
        ),
      ),
    )
    .join(" ");
  return (
    <ChartFrame
      {...props}
      height={HEIGHT}
      isEmpty={shown.length === 0}
      summary={mark ? `${summary} ${mark.name}.` : summary}
      legend={shown.map(({ name }, place) => ({
        name,
        mark: <line x1="2" x2="26" y1="6" y2="6" className={lineClass(place)} />,
      }))}
      table={{
        columns: [{ name: xName, format: formatX }, ...shown.map(({ name }) => ({ name, format: formatY }))],
        rows: steps.map(({ x, values }) => [x, ...values]),
      }}
      thinned={thinned}
      zoom={zoom}
      readings={(width) => {
        const { area, across } = drawn(width);
        return seen.map(({ x, values }) => ({
          ...column(xOf(across, x, area), 0, area),
          text: [
            `${xName} ${formatX(x)}`,
            ...shown.flatMap(({ name }, place) => withName(name, values[place], formatY)),
          ].join(" · "),
        }));
      }}
    >
      {(width) => {
        const { area, across, up } = drawn(width);
        const digits = digitsOf(up);
        return (
          <>
            <UpAxis
              scale={up}
              area={area}
              format={props.formatTick ?? props.formatY ?? ((tick) => formatNumber(tick, digits))}
            />
            <AcrossAxis
              area={area}
              labels={across.ticks.map((tick) => ({
                x: xOf(across, tick, area),
                text: (props.formatPoint ?? props.formatX ?? ((value) => formatNumber(value, digitsOf(across))))(tick),
              }))}
            />
            {mark && mark.x >= across.min && mark.x <= across.max && (
              <line
                x1={xOf(across, mark.x, area)}
                x2={xOf(across, mark.x, area)}
                {...upright(area)}
                className={classes.mark}
              />
            )}
            {lines.map((entry, place) => (
              <Line key={entry.name} points={entry.points} place={place} across={across} up={up} area={area} />
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}

/** Round numbers, or the points themselves; a single point stands in the middle. */
function acrossOf(steps: number[], width: number, atPoints: boolean): Scale {
  if (!atPoints) return scaleOf(steps, width < NARROW ? 3 : 5);
  const [first = 0, last = 0] = [steps[0], steps.at(-1)];
  return {
    min: first === last ? first - 1 : first,
    max: first === last ? first + 1 : last,
    ticks: thinLabels(steps, width, 84),
  };
}

function upright(area: Area) {
  const { y, height } = column(0, 0, area);
  return { y1: y, y2: y + height };
}

/** The points of a line among the steps that are drawn. */
const within = (points: Series["points"], steps: { x: number }[]) =>
  points.filter(({ x }) => x >= (steps[0]?.x ?? x) && x <= (steps.at(-1)?.x ?? x));

const withName = (name: string, value: number | null | undefined, format: (value: number) => string) =>
  value === null || value === undefined ? [] : [`${name} ${format(value)}`];

/** Every x with the values of all series there, null where one has none. */
function stepsOf(series: Series[]): { x: number; values: (number | null)[] }[] {
  const known = series.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])));
  const steps = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  return steps.map((x) => ({ x, values: known.map((values) => values.get(x) ?? null) }));
}

/** A long curve is thinned out, its last point kept. */
function thinned(rows: Cell[][]): Cell[][] {
  const every = Math.ceil(rows.length / MOST_ROWS);
  return rows.filter((_, place) => place % every === 0 || place === rows.length - 1);
}

interface LineProps {
  points: Series["points"];
  place: number;
  across: Scale;
  up: Scale;
  area: Area;
}

function Line({ points, place, across, up, area }: LineProps) {
  const [only] = points;
  if (points.length === 1 && only) {
    return <circle cx={xOf(across, only.x, area)} cy={yOf(up, only.y, area)} r={4} className={dotClass(place)} />;
  }
  const path = points.map(({ x, y }) => `${xOf(across, x, area).toFixed(1)},${yOf(up, y, area).toFixed(1)}`).join(" ");
  return <polyline points={path} className={lineClass(place)} />;
}

export function rangeOf(name: string, values: number[], format: (value: number) => string) {
  const least = values.reduce((least, value) => Math.min(least, value), Infinity);
  const most = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return {
    name,
    first: format(values[0] ?? 0),
    last: format(values.at(-1) ?? 0),
    min: format(least),
    max: format(most),
  };
}
