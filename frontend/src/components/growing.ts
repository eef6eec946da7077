import type { CSSProperties } from "react";

interface Growing {
  style?: CSSProperties;
  "data-grows"?: true;
  autosize?: true;
  minRows?: number;
  maxRows?: number;
}

const canGrow = typeof CSS !== "undefined" && "supports" in CSS && CSS.supports("field-sizing", "content");

/**
 * What makes a text area as high as its text, between so many lines and so many. Where the browser can
 * do that by itself nothing is measured; measuring lays out the whole page with each letter.
 */
export function growing(least: number, most: number): Growing {
  if (!canGrow) return { autosize: true, minRows: least, maxRows: most };
  return { style: { "--least-lines": least, "--most-lines": most } as CSSProperties, "data-grows": true };
}
