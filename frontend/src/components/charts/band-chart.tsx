import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { AcrossAxis, column, thinLabels, UpAxis, xOf, yOf, type Area } from "./axes";
import { tableOf } from "./box-chart";
import { ChartFrame } from "./chart-frame";
import classes from "./charts.module.css";
import { digitsOf, scaleOf, timeScaleOf, type Scale } from "./scale";
import { useSmallNote } from "./small-note";
import { useZoom, zoomed } from "./zoom";
import { isKnown, SMALL_N, type KnownSpread, type Spread } from "./spread";

export interface BandPoint {
  /** Where it stands on the axis: a time in milliseconds, a step. */
  x: number;
  name: string;
  /** What is written at the axis, where the name is too long for it. */
  label?: string;
  spread: Spread;
}

interface BandChartProps {
  title: string;
  titled?: boolean;
  description?: ReactNode;
  xName: string;
  points: BandPoint[];
  format?: (value: number) => string;
  formatTick?: (value: number) => string;
  /** Values are seconds: the axis has the round numbers of clocks. */
  isTime?: boolean;
  within?: readonly [number, number];
  smallN?: number;
}

type Drawn = Omit<BandPoint, "spread"> & { spread: KnownSpread };
const HEIGHT = 240;

/** The median over an ordered axis, within the middle half and within four fifths of the values. */
export function BandChart({
  points,
  format = (value) => formatNumber(value),
  formatTick,
  isTime = false,
  within,
  smallN = SMALL_N,
  ...props
}: BandChartProps) {
  const { t } = useTranslation("common");
  const smallNote = useSmallNote();
  const shown = points.flatMap(({ spread, ...rest }) => (isKnown(spread) ? [{ ...rest, spread }] : []));
  const zoom = useZoom(shown.length, (place) => shown[place]?.name ?? "");
  const seen = zoomed(zoom, shown);
  const up = (isTime ? timeScaleOf : scaleOf)(
    [...(within ?? [0]), ...seen.flatMap(({ spread }) => [spread.q10, spread.q90])],
    4,
  );
  const across = spanOf(seen);
  const digits = digitsOf(up);
  const area = (width: number): Area => ({ width, height: HEIGHT });
  const words = ({ name, spread }: Drawn) =>
    t("chart.spread_told", {
      name,
      n: formatNumber(spread.n),
      median: format(spread.median),
      q25: format(spread.q25),
      q75: format(spread.q75),
      q10: format(spread.q10),
      q90: format(spread.q90),
    });
  return (
    <ChartFrame
      {...props}
      height={HEIGHT}
      isEmpty={shown.length === 0}
      summary={t("chart.band_told", {
        count: shown.length,
        first: shown[0] ? words(shown[0]) : "",
        last: shown.length > 1 ? words(shown.at(-1) as Drawn) : "",
      })}
      note={smallNote(
        shown.map(({ name, spread }) => ({ name, n: spread.n })),
        smallN,
      )}
      legend={[
        { name: t("chart.median"), mark: <line x1="2" x2="26" y1="6" y2="6" className={classes.middle} /> },
        { name: t("chart.middle_half"), mark: <rect x="2" y="1" width="24" height="10" className={classes.inner} /> },
        { name: t("chart.tails"), mark: <rect x="2" y="1" width="24" height="10" className={classes.outer} /> },
      ]}
      table={tableOf(props.xName, points, format, t)}
      zoom={zoom}
      readings={(width) =>
        seen.map((point) => ({ ...column(xOf(across, point.x, area(width)), 0, area(width)), text: words(point) }))
      }
    >
      {(width) => (
        <>
          <UpAxis scale={up} area={area(width)} format={formatTick ?? ((tick) => formatNumber(tick, digits))} />
          <AcrossAxis
            area={area(width)}
            labels={thinLabels(seen, width, 84).map(({ x, name, label = name }) => ({
              x: xOf(across, x, area(width)),
              text: label,
            }))}
          />
          <Bands points={seen} across={across} up={up} area={area(width)} smallN={smallN} />
        </>
      )}
    </ChartFrame>
  );
}

/** The axis ends where the points do; one alone stands in the middle. */
function spanOf(points: { x: number }[]): Scale {
  const values = points.map(({ x }) => x);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return min === max ? { min: min - 1, max: max + 1, ticks: [] } : { min, max, ticks: [] };
}

interface BandsProps {
  points: Drawn[];
  across: Scale;
  up: Scale;
  area: Area;
  smallN: number;
}

function Bands({ points, across, up, area, smallN }: BandsProps) {
  const at = (x: number, value: number) => `${xOf(across, x, area).toFixed(1)},${yOf(up, value, area).toFixed(1)}`;
  const band = (low: "q10" | "q25", high: "q75" | "q90") =>
    [
      ...points.map(({ x, spread }) => at(x, spread[high])),
      ...points.toReversed().map(({ x, spread }) => at(x, spread[low])),
    ].join(" ");
  if (points.length === 1) return <Alone point={points[0] as Drawn} across={across} up={up} area={area} />;
  return (
    <>
      <polygon points={band("q10", "q90")} className={classes.outer} />
      <polygon points={band("q25", "q75")} className={classes.inner} />
      <polyline points={points.map(({ x, spread }) => at(x, spread.median)).join(" ")} className={classes.middle} />
      {points.map(({ x, spread }) => (
        <circle
          key={x}
          cx={xOf(across, x, area)}
          cy={yOf(up, spread.median, area)}
          r={points.length > 60 ? 2 : 3.5}
          className={spread.n < smallN ? classes.hollow : classes.dot1}
        />
      ))}
    </>
  );
}

/** A single point has no line and no band: strokes instead. */
function Alone({ point: { x, spread }, across, up, area }: Omit<BandsProps, "points" | "smallN"> & { point: Drawn }) {
  const left = xOf(across, x, area);
  const y = (value: number) => yOf(up, value, area);
  return (
    <>
      <line x1={left} x2={left} y1={y(spread.q10)} y2={y(spread.q90)} className={classes.whisker} />
      <rect
        x={left - 10}
        width={20}
        y={y(spread.q75)}
        height={Math.max(1, y(spread.q25) - y(spread.q75))}
        className={classes.inner}
      />
      <circle cx={left} cy={y(spread.median)} r={4} className={classes.dot1} />
    </>
  );
}
