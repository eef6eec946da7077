import { useId } from "react";
import classes from "./look-panel.module.css";

interface SliderProps {
  name: string;
  /** The value in words, for eyes and ears. */
  said: string;
  value: number;
  range: { min: number; max: number; step: number };
  onChange: (value: number) => void;
}

/** The browser's own slider: its keys, its touch and its direction of reading come with it. */
export function Slider({ name, said, value, range, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{name}</label>
      <output htmlFor={id} aria-hidden="true">
        {said}
      </output>
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={value}
        aria-valuetext={said}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
