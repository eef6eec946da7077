import { useId } from "react";
import type { Scale } from "./points";
import classes from "./rating.module.css";

interface ScaleFieldProps {
  scale: Scale;
  value: number | null;
  labelId: string;
  describedBy: string;
  /** The number keys are for this one. */
  isCurrent: boolean;
  isReadOnly: boolean;
  isRefused: boolean;
  onChoose: (value: number) => void;
}

/** Five places in a row between two ends in words. Real radio buttons: arrows move, a reader names them. */
export function ScaleField(props: ScaleFieldProps) {
  const { scale, value, isReadOnly, onChoose } = props;
  const name = useId();
  const chosen = scale.points.find((point) => point.value === value);
  return (
    <div className={classes.scale}>
      <div
        role="radiogroup"
        aria-labelledby={props.labelId}
        aria-describedby={props.describedBy}
        aria-invalid={props.isRefused || undefined}
        className={classes.points}
        data-current={props.isCurrent || undefined}
      >
        {scale.points.map((point, index) => (
          <label key={point.value} className={classes.point} data-refused={props.isRefused || undefined}>
            <input
              type="radio"
              name={name}
              className={classes.input}
              value={point.value}
              checked={point.value === value}
              disabled={isReadOnly}
              aria-label={point.name}
              onChange={() => onChoose(point.value)}
            />
            <span className={classes.sign} aria-hidden="true">
              {point.sign}
            </span>
            {point.label !== null && <span className={classes.name}>{point.label}</span>}
            {point.sign !== String(index + 1) && (
              <kbd className={classes.digit} aria-hidden="true">
                {index + 1}
              </kbd>
            )}
          </label>
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        <span>{scale.low}</span>
        <span>{scale.high}</span>
      </div>
      <p className={classes.chosen} aria-hidden="true">
        {chosen?.name ?? ""}
      </p>
    </div>
  );
}
