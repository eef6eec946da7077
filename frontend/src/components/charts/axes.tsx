import classes from "./charts.module.css";
import { shareOf, type Scale } from "./scale";

/** The room around a drawing that its axes are written in. */
export const EDGES = { left: 52, right: 12, top: 10, bottom: 28 } as const;
export const NARROW = 480;
const LABEL_ROOM = 64;

export interface Area {
  width: number;
  height: number;
}

export const xOf = (scale: Scale, value: number, { width }: Area) =>
  EDGES.left + shareOf(scale, value) * (width - EDGES.left - EDGES.right);

export const yOf = (scale: Scale, value: number, { height }: Area) =>
  height - EDGES.bottom - shareOf(scale, value) * (height - EDGES.bottom - EDGES.top);

/** The full height of one reading over an upright axis. */
export const column = (x: number, width: number, area: Area) => ({
  x,
  width,
  y: EDGES.top,
  height: area.height - EDGES.bottom - EDGES.top,
});

interface UpAxisProps {
  scale: Scale;
  area: Area;
  format: (value: number) => string;
}

export function UpAxis({ scale, area, format }: UpAxisProps) {
  return (
    <g aria-hidden>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={EDGES.left}
            x2={area.width - EDGES.right}
            y1={yOf(scale, tick, area)}
            y2={yOf(scale, tick, area)}
            className={classes.grid}
          />
          <text x={EDGES.left - 8} y={yOf(scale, tick, area) + 4} textAnchor="end" className={classes.tick}>
            {format(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Some of many labels, evenly spread, so that none runs into the next; the first is always there. */
export function thinLabels<T>(labels: readonly T[], width: number, room = LABEL_ROOM): T[] {
  const fit = Math.max(2, Math.floor((width - EDGES.left - EDGES.right) / room));
  const every = Math.max(1, Math.ceil(labels.length / fit));
  return labels.filter((_, place) => place % every === 0);
}

interface AcrossAxisProps {
  labels: { x: number; text: string }[];
  area: Area;
}

export function AcrossAxis({ labels, area }: AcrossAxisProps) {
  return (
    <g aria-hidden>
      {labels.map(({ x, text }) => (
        <text
          key={`${text}-${String(x)}`}
          x={x}
          y={area.height - 8}
          textAnchor={anchorOf(x, area)}
          className={classes.tick}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** At the edges a label grows inwards, so that nothing of it is cut off. */
function anchorOf(x: number, { width }: Area) {
  if (x > width - 32) return "end";
  return x < 32 ? "start" : "middle";
}
