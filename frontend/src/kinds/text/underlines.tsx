import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { Remark } from "./remarks";
import classes from "./text.module.css";

interface UnderlinesProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  remarks: readonly Remark[];
  /** The one being looked at. */
  active?: Remark | null;
  layer?: RefObject<HTMLDivElement | null>;
}

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

const COPIED = ["font", "letterSpacing", "lineHeight", "padding", "tabSize", "textIndent"] as const;

/**
 * Wavy lines under the words that a remark is about. A text field cannot underline a part of its
 * text, so the same words lie over it, invisible but for the lines. To be put after the field,
 * in an element with `position: relative`.
 */
export function Underlines({ field, text, remarks, active = null, layer: outerLayer }: UnderlinesProps) {
  const own = useRef<HTMLDivElement>(null);
  const layer = outerLayer ?? own;
  const [place, setPlace] = useState<Place | null>(null);
  const hasSpans = remarks.some(({ span }) => span !== null);
  useLayoutEffect(() => {
    const input = field.current;
    const frame = layer.current?.parentElement;
    if (!input || !frame || !hasSpans) return;
    const measure = () => {
      const inner = input.getBoundingClientRect();
      const outer = frame.getBoundingClientRect();
      const style = getComputedStyle(input);
      if (layer.current) for (const name of COPIED) layer.current.style[name] = style[name];
      setPlace({
        left: inner.left - outer.left + input.clientLeft,
        top: inner.top - outer.top + input.clientTop,
        // To the fraction of a pixel: in a rounded width a line may break at another word.
        width: inner.width - (input.offsetWidth - input.clientWidth),
        height: inner.height - (input.offsetHeight - input.clientHeight),
      });
    };
    const scroll = () => {
      if (layer.current) layer.current.scrollTop = input.scrollTop;
    };
    measure();
    scroll();
    const observer = new ResizeObserver(measure);
    observer.observe(input);
    observer.observe(frame);
    input.addEventListener("scroll", scroll, { passive: true });
    return () => {
      observer.disconnect();
      input.removeEventListener("scroll", scroll);
    };
  }, [field, layer, hasSpans, text]);
  useLayoutEffect(() => {
    const input = field.current;
    const lines = layer.current;
    if (!input || !lines) return;
    const end = Math.max(0, ...remarks.map(({ span }) => span?.[1] ?? 0));
    const head = text.slice(0, end);
    // What was written behind the last of them moves none of them; before it they would lie beside their words.
    const mark = () => lines.toggleAttribute("data-stale", input.value.slice(0, end) !== head);
    mark();
    input.addEventListener("input", mark);
    return () => input.removeEventListener("input", mark);
  }, [field, layer, text, remarks]);
  return (
    <div ref={layer} className={classes.underlines} style={place ?? { display: "none" }} aria-hidden="true">
      {(hasSpans ? piecesOf(text, remarks) : []).map((piece, index) => (
        <span
          key={index}
          className={piece.severity ? classes.underlined : undefined}
          data-severity={piece.severity}
          data-from={piece.from}
          data-active={(active?.span && isInside(piece, active.span)) || undefined}
        >
          {piece.text}
        </span>
      ))}
      {/* A last empty line counts in a text field, but not here. */}
      {"\u200b"}
      {/* The field may have grown by lines since: they scroll together all the same. */}
      <div className={classes.beyond} />
    </div>
  );
}

interface Piece {
  from: number;
  text: string;
  severity: Remark["severity"] | undefined;
}

function isInside({ from, text }: Piece, [start, end]: readonly [number, number]): boolean {
  return start <= from && from + text.length <= end;
}

/** The text cut at every end of a span; where spans overlap, an error shows before advice. */
export function piecesOf(text: string, remarks: readonly Remark[]): Piece[] {
  const spans = remarks.flatMap(({ span, severity }) => (span ? [{ start: span[0], end: span[1], severity }] : []));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((cut) => cut >= 0 && cut <= text.length)
    .sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? text.length;
    const over = spans.filter(({ start, end }) => start < to && end > from);
    const severity = over.some((span) => span.severity === "error") ? "error" : over[0]?.severity;
    return { from, text: text.slice(from, to), severity };
  });
}
