import type { PlacedFinding, PlacedProblem } from "../kind";

/** One line beside a field: what is wrong or could be better, and where. */
export type Remark = {
  readonly key: string;
  readonly code: string;
  readonly message: string;
  readonly severity: "error" | "advice";
  readonly span: readonly [start: number, end: number] | null;
  /** It kept the answer from being submitted. */
  readonly isRefused: boolean;
};

/**
 * What was refused and what the rules find now, each thing once, errors first. A span is kept only
 * while the text is the one it was found in.
 */
export function remarksOn(
  text: string,
  problems: readonly PlacedProblem[],
  findings: readonly PlacedFinding[],
): readonly Remark[] {
  const refused = new Set(problems.map(({ key, code }) => `${key} ${code}`));
  const found = findings.map((finding): Remark => {
    const { key, code, message, severity, span } = finding;
    const isRefused = refused.has(`${key} ${code}`);
    return { key, code, message, severity, span: finding.text === text ? span : null, isRefused };
  });
  const known = new Set(found.map(({ key, code }) => `${key} ${code}`));
  const rest = problems
    .filter(({ key, code }) => !known.has(`${key} ${code}`))
    .map(({ key, code, message }): Remark => ({ key, code, message, severity: "error", span: null, isRefused: true }));
  return [...rest, ...found].sort((a, b) => rank(a) - rank(b));
}

function rank({ severity, isRefused }: Remark): number {
  if (severity === "advice") return 2;
  return isRefused ? 0 : 1;
}

export function atKey<T extends { readonly key: string }>(items: readonly T[], key: string): readonly T[] {
  return items.filter((item) => item.key === key);
}
