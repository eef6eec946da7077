import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./charts.module.css";
import { between, closer, wider, type Zoom } from "./zoom";

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

/** The place of the reading that is nearest to a point of the drawing. */
function nearest(readings: readonly Reading[], left: number, top: number): number {
  const away = readings.map((reading) => distance(reading, left, top));
  return away.indexOf(Math.min(...away));
}

interface ReaderProps {
  title: string;
  readings: Reading[];
  active: number | null;
  onActive: (place: number | null) => void;
  /** Set where one may come closer: by drawing over a part, or by keys. */
  zoom?: Zoom | undefined;
}

/** So far a pointer moves before it draws over a part, in pixels. */
const SLACK = 8;

/**
 * Lies over a drawing and steps through it: with the pointer, or with arrow keys as on a slider, whose
 * value screen readers speak by themselves.
 */
export function Reader({ title, readings, active, onActive, zoom }: ReaderProps) {
  const { t } = useTranslation("common");
  const last = readings.length - 1;
  const place = Math.min(active ?? 0, last);
  const [from, setFrom] = useState<number | null>(null);
  const brush = useBrush(readings, zoom, onActive);
  const step = (event: KeyboardEvent) => {
    if (zoom && zoomByKey(event, zoom, place, from, onActive)) {
      event.preventDefault();
      setFrom(null);
      return;
    }
    const next = event.key === "Escape" ? null : moved(event.key, place, last);
    if (next === null && event.key !== "Escape") return;
    if (next !== null) event.preventDefault();
    setFrom(zoom && event.shiftKey && next !== null ? (from ?? place) : null);
    onActive(next);
  };
  const chosen = from === null ? null : between(from, place);
  const text = readings[place]?.text ?? "";
  return (
    <>
      <Part readings={readings} part={brush.part ?? chosen} />
      <div
        role="slider"
        tabIndex={0}
        className={classes.reader}
        aria-label={t("chart.read", { title })}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={readings.length}
        aria-valuenow={place + 1}
        aria-valuetext={chosen ? t("chart.chosen", { text, count: chosen.last - chosen.first + 1 }) : text}
        onKeyDown={step}
        onFocus={() => {
          if (active === null) onActive(0);
        }}
        onBlur={() => {
          setFrom(null);
          onActive(null);
        }}
        {...brush.handlers}
        onPointerLeave={(event) => {
          if (document.activeElement !== event.currentTarget) onActive(null);
        }}
      />
    </>
  );
}

/** Whether a key comes closer, goes back or shows all; what was read stays the same. */
function zoomByKey(
  event: KeyboardEvent,
  zoom: Zoom,
  place: number,
  from: number | null,
  onActive: (place: number | null) => void,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { span, count, onChange } = zoom;
  const at = span.first + place;
  const chosen = from === null ? null : between(span.first + from, at);
  const wanted: Record<string, () => typeof chosen> = {
    "+": () => closer(span, at),
    "=": () => closer(span, at),
    "-": () => wider(span, at, count),
    "0": () => null,
    Enter: () => chosen ?? (zoom.isZoomed ? span : null),
  };
  const next = wanted[event.key]?.();
  if (next === undefined) return false;
  onChange(next);
  onActive(at - (next?.first ?? 0));
  return true;
}

/** Reads under a pointer; one that is held and moved along draws over the part that is wanted. */
function useBrush(readings: readonly Reading[], zoom: Zoom | undefined, onActive: (place: number | null) => void) {
  const [drag, setDrag] = useState<{ start: number; now: number } | null>(null);
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  };
  const read = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = at(event);
    onActive(nearest(readings, left, top));
    return left;
  };
  const isDrawn = drag !== null && Math.abs(drag.now - drag.start) > SLACK;
  const placeAt = (left: number) => nearest(readings, left, (readings[0]?.y ?? 0) + 1);
  const part = isDrawn ? between(placeAt(drag.start), placeAt(drag.now)) : null;
  return {
    part,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const left = read(event);
        if (zoom && event.button === 0) setDrag({ start: left, now: left });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const left = read(event);
        if (drag) setDrag({ ...drag, now: left });
      },
      onPointerUp: () => {
        setDrag(null);
        if (!zoom || !part) return;
        zoom.onChange({ first: zoom.span.first + part.first, last: zoom.span.first + part.last });
        onActive(null);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}

/** The part that would be shown, over the drawing. */
function Part({ readings, part }: { readings: readonly Reading[]; part: { first: number; last: number } | null }) {
  const first = part && readings[part.first];
  const last = part && readings[part.last];
  if (!first || !last) return null;
  const style = { left: first.x, width: last.x + last.width - first.x, top: first.y, height: first.height };
  return <div aria-hidden className={classes.part} style={style} />;
}
