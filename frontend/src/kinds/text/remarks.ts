import type { Fix, Params } from "@/api/hits";
import type { PlacedFinding, PlacedProblem } from "../kind";
import { movedSpan, type Span } from "./spans";

/** One line beside a field: what is wrong or could be better, and where. */
export interface Remark {
  key: string;
  code: string;
  message: string;
  /** The words and numbers in the message. */
  params: Params | undefined;
  severity: "error" | "advice";
  span: Span | null;
  /** What would fix it, where something plain would. */
  fix: Fix | null;
  /** It kept the answer from being submitted. */
  isRefused: boolean;
}

/**
 * What was refused and what the rules find now, each thing once, errors first. A place found in an
 * earlier text is kept while only words beside it have changed.
 */
export function remarksOn(
  text: string,
  problems: readonly PlacedProblem[],
  findings: readonly PlacedFinding[],
): readonly Remark[] {
  const refused = new Set(problems.map(({ key, code }) => `${key} ${code}`));
  const fresh = findings.map((finding): Remark => {
    const { key, code, message, params, severity } = finding;
    const isRefused = refused.has(`${key} ${code}`);
    return { key, code, message, params, severity, ...placesOf(finding, text), isRefused };
  });
  const known = new Set(fresh.map(({ key, code }) => `${key} ${code}`));
  const rest = problems
    .filter(({ key, code }) => !known.has(`${key} ${code}`))
    .map(({ key, code, message, params }): Remark => ({
      key,
      code,
      message,
      params,
      severity: "error",
      span: null,
      fix: null,
      isRefused: true,
    }));
  return [...rest, ...fresh].sort((a, b) => rank(a) - rank(b));
}

function placesOf({ span, fix, text: foundIn }: PlacedFinding, text: string): Pick<Remark, "span" | "fix"> {
  if (span === null || foundIn === null) return { span: null, fix: null };
  const place = movedSpan(span, foundIn, text);
  const fixSpan = fix ? movedSpan(fix.span, foundIn, text) : null;
  return { span: place, fix: fix && place && fixSpan ? { span: fixSpan, text: fix.text } : null };
}

function rank({ severity, isRefused }: Remark): number {
  if (severity === "advice") return 2;
  return isRefused ? 0 : 1;
}

export function atKey<T extends { key: string }>(items: readonly T[], key: string): readonly T[] {
  return items.filter((item) => item.key === key);
}
