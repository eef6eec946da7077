import { shareOf, type Scale } from "./scale";
import classes from "./interval-bar.module.css";

interface IntervalBarProps {
  scale: Scale;
  mean: number;
  low: number | null;
  high: number | null;
  /** A value to compare with, as a stroke across. */
  mark?: number;
}

/** A mean as a dot on a line from the lower to the upper end of its interval; the numbers stand beside it. */
export function IntervalBar({ scale, mean, low, high, mark }: IntervalBarProps) {
  const at = (value: number) => `${String(100 * shareOf(scale, value))}%`;
  return (
    <svg className={classes.bar} aria-hidden>
      <line x1="0" x2="100%" y1="8" y2="8" className={classes.track} />
      {mark !== undefined && <line x1={at(mark)} x2={at(mark)} y1="0" y2="16" className={classes.mark} />}
      {low !== null && high !== null && <line x1={at(low)} x2={at(high)} y1="8" y2="8" className={classes.interval} />}
      <circle cx={at(mean)} cy="8" r="5" className={classes.dot} />
    </svg>
  );
}
