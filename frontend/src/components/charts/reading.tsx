import type { KeyboardEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./charts.module.css";

/** One thing of a chart that can be read: where it stands in the drawing, and its values in words. */
export interface Reading {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
}

const PAGE = 10;

function moved(key: string, place: number, last: number): number | null {
  const to: Record<string, number> = {
    ArrowRight: place + 1,
    ArrowDown: place + 1,
    ArrowLeft: place - 1,
    ArrowUp: place - 1,
    PageDown: place + PAGE,
    PageUp: place - PAGE,
    Home: 0,
    End: last,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.min(last, Math.max(0, wanted));
}

function distance({ x, y, width, height }: Reading, left: number, top: number): number {
  return Math.hypot(Math.max(x - left, 0, left - x - width), Math.max(y - top, 0, top - y - height));
}

interface ReaderProps {
  title: string;
  readings: Reading[];
  active: number | null;
  onActive: (place: number | null) => void;
}

/**
 * Lies over a drawing and steps through it: with the pointer, or with arrow keys as on a slider, whose
 * value screen readers speak by themselves.
 */
export function Reader({ title, readings, active, onActive }: ReaderProps) {
  const { t } = useTranslation("common");
  const last = readings.length - 1;
  const place = Math.min(active ?? 0, last);
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const away = readings.map((reading) => distance(reading, event.clientX - box.left, event.clientY - box.top));
    onActive(away.indexOf(Math.min(...away)));
  };
  const step = (event: KeyboardEvent) => {
    const next = event.key === "Escape" ? null : moved(event.key, place, last);
    if (next === null && event.key !== "Escape") return;
    if (next !== null) event.preventDefault();
    onActive(next);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.reader}
      aria-label={t("chart.read", { title })}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={readings.length}
      aria-valuenow={place + 1}
      aria-valuetext={readings[place]?.text ?? ""}
      onKeyDown={step}
      onFocus={() => {
        if (active === null) onActive(0);
      }}
      onBlur={() => onActive(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => {
        if (document.activeElement !== event.currentTarget) onActive(null);
      }}
    />
  );
}
