import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Interval } from "@/api/studies";
import { ChartFrame } from "@/components/charts/chart-frame";
import charts from "@/components/charts/charts.module.css";
import { messageOf } from "@/lib/server-messages";
import classes from "./net-chart.module.css";
import { formatRange, formatSigned } from "../../rating/signed";

export interface NetRow extends Interval {
  title: string;
  n?: number;
}

interface NetChartProps {
  title: string;
  description?: ReactNode;
  first: string;
  second: string;
  rows: NetRow[];
}

const ROW = 46;
const TOP = 20;
/** From the one end, where everybody prefers the first, to the other. */
const ENDS = 100;
const TICKS = [-100, -50, 0, 50, 100];
const PAD = 22;

/** How far each metric leans to a side, with its interval; what does not reach the middle is told apart. */
export function NetChart({ title, description, first, second, rows }: NetChartProps) {
  const { t } = useTranslation("studies");
  const known = rows.filter(({ value }) => value !== null);
  const x = (value: number, width: number) => PAD + ((value + ENDS) / (2 * ENDS)) * (width - 2 * PAD);
  const words = ({ title: name, value, low, high }: NetRow) =>
    t("net.told", { name, value: formatSigned(value), range: formatRange(low, high) });
  const unknown = rows.flatMap(({ title: name, value, why }) => (value === null && why ? [{ name, why }] : []));
  const height = TOP + known.length * ROW + 24;
  return (
    <ChartFrame
      title={title}
      description={description}
      height={height}
      isEmpty={known.length === 0}
      summary={known.map(words).join(". ")}
      note={unknown.length > 0 && unknown.map(({ name, why }) => <div key={name}>{`${name}: ${messageOf(why)}`}</div>)}
      table={{
        columns: [
          { name: t("list.metric") },
          { name: t("net.value"), format: (value) => formatSigned(value, 1) },
          { name: t("net.low"), format: (value) => formatSigned(value, 1) },
          { name: t("net.high"), format: (value) => formatSigned(value, 1) },
        ],
        rows: rows.map(({ title: name, value, low, high }) => [name, value, low, high]),
      }}
      readings={(width) =>
        known.map((row, at) => ({ x: 0, y: TOP + at * ROW, width, height: ROW - 4, text: words(row) }))
      }
    >
      {(width) => (
        <>
          <g aria-hidden>
            <text x={0} y={11} className={charts.tick}>{`← ${clipped(first, width)}`}</text>
            <text x={width} y={11} textAnchor="end" className={charts.tick}>{`${clipped(second, width)} →`}</text>
            {TICKS.map((tick) => (
              <g key={tick}>
                <line
                  x1={x(tick, width)}
                  x2={x(tick, width)}
                  y1={TOP}
                  y2={height - 22}
                  className={tick === 0 ? charts.centre : charts.grid}
                />
                <text x={x(tick, width)} y={height - 7} textAnchor="middle" className={charts.tick}>
                  {formatSigned(tick)}
                </text>
              </g>
            ))}
          </g>
          {known.map((row, at) => (
            <NetLine key={row.title} row={row} top={TOP + at * ROW} x={(value) => x(value, width)} width={width} />
          ))}
        </>
      )}
    </ChartFrame>
  );
}

function NetLine({ row, top, x, width }: { row: NetRow; top: number; x: (value: number) => number; width: number }) {
  const { title, value, low, high } = row;
  if (value === null) return null;
  return (
    <g aria-hidden>
      <text x={0} y={top + 14} className={`${charts.rowName ?? ""} ${classes.overGrid ?? ""}`}>
        {title}
      </text>
      <text x={width} y={top + 14} textAnchor="end" className={`${charts.tick ?? ""} ${classes.overGrid ?? ""}`}>
        {low === null || high === null ? formatSigned(value) : `${formatSigned(value)} (${formatRange(low, high)})`}
      </text>
      {low !== null && high !== null && (
        <line x1={x(low)} x2={x(high)} y1={top + 28} y2={top + 28} className={charts.median} strokeLinecap="round" />
      )}
      <circle cx={x(value)} cy={top + 28} r={5.5} className={charts.dot1} />
    </g>
  );
}

/** Names of sources may be long; both must fit into one line. */
function clipped(name: string, width: number): string {
  const room = Math.max(8, Math.floor(width / 17));
  return name.length > room ? `${name.slice(0, room - 1)}…` : name;
}
