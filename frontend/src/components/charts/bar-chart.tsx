import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format";
import { AcrossAxis, column, EDGES, thinLabels, UpAxis, yOf, type Area } from "./axes";
import { ChartFrame } from "./chart-frame";
import classes from "./charts.module.css";
import { rangeOf } from "./line-chart";
import { digitsOf, scaleOf } from "./scale";
import { useZoom, zoomed } from "./zoom";

export interface Bar {
  name: string;
  /** null: not known, which is not the same as nothing. */
  value: number | null;
}

interface BarChartProps {
  title: string;
  titled?: boolean;
  description?: ReactNode;
  note?: ReactNode;
  xName: string;
  yName: string;
  bars: Bar[];
  /** The bars are days or the like: one may come closer to some of them. */
  isOverTime?: boolean;
  height?: number;
  format?: (value: number) => string;
}

const DAY_ROOM = 92;
const LETTER = 6.8;

/** What the two longest neighbours need side by side: of days some may be left out, a name is missed. */
function roomOf(bars: readonly Bar[]): number {
  const pairs = bars.slice(1).map(({ name }, place) => (name.length + (bars[place]?.name.length ?? 0)) / 2);
  return Math.max(0, ...pairs) * LETTER + 6;
}

/** One upright bar for each name, from zero. */
export function BarChart({
  bars: all,
  isOverTime = false,
  height = 200,
  format = (value) => formatNumber(value),
  ...props
}: BarChartProps) {
  const { t } = useTranslation("common");
  const zoom = useZoom(isOverTime ? all.length : 0, (place) => all[place]?.name ?? "");
  const bars = zoomed(zoom, all);
  const whole = all.flatMap(({ value }) => (value === null ? [] : [value]));
  const known = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  const up = scaleOf([0, ...known], 3);
  // Counts have no ticks between two whole numbers.
  const ticks = known.every(Number.isInteger) ? { ...up, ticks: up.ticks.filter(Number.isInteger) } : up;
  const area = (width: number): Area => ({ width, height });
  const stepOf = (width: number) => (width - EDGES.left - EDGES.right) / Math.max(1, bars.length);
  const left = (place: number, width: number) => EDGES.left + stepOf(width) * place;
  return (
    <ChartFrame
      {...props}
      height={height}
      isEmpty={whole.length === 0}
      summary={whole.length > 0 ? t("chart.told", rangeOf(props.yName, whole, format)) : ""}
      zoom={zoom}
      table={{
        columns: [{ name: props.xName }, { name: props.yName, format }],
        rows: all.map(({ name, value }) => [name, value]),
      }}
      readings={(width) =>
        bars.map(({ name, value }, place) => ({
          ...column(left(place, width), stepOf(width), area(width)),
          text: `${name}: ${value === null ? t("none") : format(value)}`,
        }))
      }
    >
      {(width) => {
        const step = stepOf(width);
        const thick = Math.max(1, Math.min(36, step * 0.76));
        const zero = yOf(up, 0, area(width));
        return (
          <>
            <UpAxis scale={ticks} area={area(width)} format={(tick) => formatNumber(tick, digitsOf(ticks))} />
            <AcrossAxis
              area={area(width)}
              labels={thinLabels(
                bars.map(({ name }, place) => ({ x: left(place + 0.5, width), text: name })),
                width,
                isOverTime ? DAY_ROOM : roomOf(bars),
              )}
            />
            {bars.map(({ name, value }, place) => {
              if (value === null) return null;
              const top = yOf(up, Math.max(0, value), area(width));
              const tall = Math.abs(yOf(up, value, area(width)) - zero);
              return (
                <rect
                  key={name}
                  x={left(place + 0.5, width) - thick / 2}
                  width={thick}
                  y={top}
                  height={value === 0 ? 0 : Math.max(1, tall)}
                  rx={Math.min(2, thick / 3)}
                  className={classes.bar}
                />
              );
            })}
          </>
        );
      }}
    </ChartFrame>
  );
}
