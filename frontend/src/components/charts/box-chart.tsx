import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { AcrossAxis, column, EDGES, UpAxis, yOf, type Area } from "./axes";
import { ChartFrame } from "./chart-frame";
import classes from "./charts.module.css";
import { digitsOf, scaleOf, timeScaleOf, type Scale } from "./scale";
import { useSmallNote } from "./small-note";
import { isKnown, SMALL_N, type KnownSpread, type Spread } from "./spread";

export interface BoxItem {
  name: string;
  spread: Spread;
}

interface BoxChartProps {
  title: string;
  titled?: boolean;
  description?: ReactNode;
  xName: string;
  items: BoxItem[];
  format?: (value: number) => string;
  /** How the axis writes its numbers, where that differs. */
  formatTick?: (value: number) => string;
  /** Values are seconds: the axis has the round numbers of clocks. */
  isTime?: boolean;
  /** The axis always reaches this, such as 0 and 1 of a share. */
  within?: readonly [number, number];
  smallN?: number;
}

const HEIGHT = 260;
const MOST_BOX = 64;

/** One distribution beside the other: middle half, median, mean, and from the tenth to the ninetieth percent. */
export function BoxChart({
  items,
  format = (value) => formatNumber(value),
  formatTick,
  isTime = false,
  within,
  smallN = SMALL_N,
  ...props
}: BoxChartProps) {
  const { t } = useTranslation("common");
  const smallNote = useSmallNote();
  const shown = items.flatMap(({ name, spread }) => (isKnown(spread) ? [{ name, spread }] : []));
  const up = (isTime ? timeScaleOf : scaleOf)(
    [...(within ?? [0]), ...shown.flatMap(({ spread }) => [spread.q10, spread.q90, spread.mean ?? spread.median])],
    4,
  );
  const place = (index: number, width: number) => {
    const step = (width - EDGES.left - EDGES.right) / Math.max(1, shown.length);
    return { step, x: EDGES.left + step * (index + 0.5) };
  };
  const words = ({ name, spread }: { name: string; spread: KnownSpread }) =>
    t("chart.spread_told", {
      name,
      n: formatNumber(spread.n),
      median: format(spread.median),
      q25: format(spread.q25),
      q75: format(spread.q75),
      q10: format(spread.q10),
      q90: format(spread.q90),
    });
  const area = (width: number): Area => ({ width, height: HEIGHT });
  const digits = digitsOf(up);
  return (
    <ChartFrame
      {...props}
      height={HEIGHT}
      isEmpty={shown.length === 0}
      summary={shown.map(words).join(" ")}
      note={smallNote(
        items.map(({ name, spread }) => ({ name, n: spread.n })),
        smallN,
      )}
      legend={[
        // Only where it is drawn.
        ...(shown.some(({ spread }) => spread.n >= smallN && spread.bins?.length)
          ? [{ name: t("chart.density"), mark: <rect x="4" y="1" width="20" height="10" className={classes.violin} /> }]
          : []),
        { name: t("chart.middle_half"), mark: <rect x="4" y="1" width="20" height="10" className={classes.box} /> },
        { name: t("chart.median"), mark: <line x1="4" x2="24" y1="6" y2="6" className={classes.median} /> },
        { name: t("chart.mean"), mark: <circle cx="14" cy="6" r="3.5" className={classes.mean} /> },
        { name: t("chart.tails"), mark: <line x1="4" x2="24" y1="6" y2="6" className={classes.whisker} /> },
        ...(shown.some(({ spread }) => spread.n < smallN)
          ? [
              {
                name: t("chart.few", { limit: formatNumber(smallN) }),
                mark: (
                  <rect x="4" y="1" width="20" height="10" className={`${classes.box ?? ""} ${classes.few ?? ""}`} />
                ),
              },
            ]
          : []),
      ]}
      table={tableOf(props.xName, items, format, t)}
      readings={(width) =>
        shown.map((item, index) => {
          const { step, x } = place(index, width);
          return { ...column(x - step / 2, step, area(width)), text: words(item) };
        })
      }
    >
      {(width) => (
        <>
          <UpAxis scale={up} area={area(width)} format={formatTick ?? ((tick) => formatNumber(tick, digits))} />
          <AcrossAxis
            area={area(width)}
            labels={shown.map(({ name }, index) => ({ x: place(index, width).x, text: name }))}
          />
          {shown.map(({ name, spread }, index) => {
            const { x, step } = place(index, width);
            return (
              <Shape
                key={name}
                spread={spread}
                x={x}
                room={step}
                up={up}
                area={area(width)}
                isSmall={spread.n < smallN}
              />
            );
          })}
        </>
      )}
    </ChartFrame>
  );
}

type Translate = ReturnType<typeof useTranslation<"common">>["t"];

/** The quantiles of each spread as a row: of box charts and of bands alike. */
export function tableOf(xName: string, items: BoxItem[], format: (value: number) => string, t: Translate) {
  const figure = (name: string) => ({ name, format });
  // Most quantiles are exact, and then there is nothing to say.
  const isOff = items.some(({ spread }) => spread.n > 0 && spread.error !== undefined && spread.error !== 0);
  return {
    columns: [
      { name: xName },
      { name: "n" },
      figure(t("chart.mean")),
      figure(t("chart.q10")),
      figure(t("chart.q25")),
      figure(t("chart.median")),
      figure(t("chart.q75")),
      figure(t("chart.q90")),
      ...(isOff ? [{ name: t("chart.error"), format: (value: number) => formatNumber(value, 2) }] : []),
    ],
    rows: items.map(({ name, spread }) => [
      name,
      spread.n,
      spread.mean,
      spread.q10,
      spread.q25,
      spread.median,
      spread.q75,
      spread.q90,
      ...(isOff ? [spread.error ?? null] : []),
    ]),
  };
}

interface ShapeProps {
  spread: KnownSpread;
  x: number;
  room: number;
  up: Scale;
  area: Area;
  isSmall: boolean;
}

function Shape({ spread, x, room, up, area, isSmall }: ShapeProps) {
  const half = Math.min(MOST_BOX, room * 0.5) / 2;
  const y = (value: number) => yOf(up, value, area);
  const small = isSmall ? (classes.few ?? "") : "";
  return (
    <g>
      {/* Of few the bins would show chance. */}
      {!isSmall && (
        <path d={violin(spread, x, Math.min(room * 0.46, half * 1.7), up, area)} className={classes.violin} />
      )}
      <line x1={x} x2={x} y1={y(spread.q10)} y2={y(spread.q90)} className={classes.whisker} />
      <line x1={x - half / 2} x2={x + half / 2} y1={y(spread.q10)} y2={y(spread.q10)} className={classes.whisker} />
      <line x1={x - half / 2} x2={x + half / 2} y1={y(spread.q90)} y2={y(spread.q90)} className={classes.whisker} />
      <rect
        x={x - half}
        width={2 * half}
        y={y(spread.q75)}
        height={Math.max(1, y(spread.q25) - y(spread.q75))}
        className={`${classes.box ?? ""} ${small}`}
      />
      <line x1={x - half} x2={x + half} y1={y(spread.median)} y2={y(spread.median)} className={classes.median} />
      {spread.mean !== null && <circle cx={x} cy={y(spread.mean)} r={3.5} className={classes.mean} />}
    </g>
  );
}

/** How dense the values lie, as wide as that on both sides, cut at the axis; the last bin has no end and is left out. */
function violin({ bins = [] }: KnownSpread, x: number, half: number, up: Scale, area: Area): string {
  const drawn = bins.flatMap(({ low, high, count }) => {
    if (high === null || high <= low || count === 0 || high <= up.min || low >= up.max) return [];
    return [{ low: Math.max(low, up.min), high: Math.min(high, up.max), dense: count / (high - low) }];
  });
  const most = Math.max(...drawn.map(({ dense }) => dense));
  return drawn
    .map(({ low, high, dense }) => {
      const wide = (half * dense) / most;
      const [top, bottom] = [yOf(up, high, area), yOf(up, low, area)];
      return `M${(x - wide).toFixed(1)} ${top.toFixed(1)}h${(2 * wide).toFixed(1)}V${bottom.toFixed(1)}h${(-2 * wide).toFixed(1)}Z`;
    })
    .join("");
}
