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
  return oneFixEach([...rest, ...fresh].sort((a, b) => rank(a) - rank(b)));
}

/** At most one replacement for a phrase: of several that meet, the one that mends most. */
function oneFixEach(remarks: readonly Remark[]): readonly Remark[] {
  const byLength = remarks.flatMap(({ fix }) => fix ?? []).sort((a, b) => lengthOf(b) - lengthOf(a));
  const taken: Fix[] = [];
  for (const fix of byLength) if (!taken.some((other) => meets(fix, other))) taken.push(fix);
  return remarks.map((remark) => (remark.fix && !taken.includes(remark.fix) ? { ...remark, fix: null } : remark));
}

function lengthOf({ span }: Fix): number {
  return span[1] - span[0];
}

function meets({ span: [start, end] }: Fix, { span: other }: Fix): boolean {
  return start < other[1] && other[0] < end;
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
