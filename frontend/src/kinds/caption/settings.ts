import type { CaptionAnswer, QualityIssue, SettingsByKind } from "@/api/types";

export type CaptionSettings = SettingsByKind["caption.v1"];

export const ISSUES: readonly QualityIssue[] = [
  "blur",
  "bright",
  "dark",
  "obscured",
  "framing",
  "rotated",
  "other",
  "none",
];

export function emptyCaption(): CaptionAnswer {
  return { text: "", canned: false, text_detected: null, quality_issues: [], quality_other: "" };
}

/** What the server begins with may leave parts out. */
export function wholeCaption(answer: Partial<CaptionAnswer>): CaptionAnswer {
  return { ...emptyCaption(), ...answer };
}

/** "None" goes with nothing else; everything else goes together. */
export function toggleIssue(issues: readonly QualityIssue[], issue: QualityIssue): QualityIssue[] {
  if (issues.includes(issue)) return issues.filter((known) => known !== issue);
  if (issue === "none") return ["none"];
  return ISSUES.filter((known) => known === issue || (known !== "none" && issues.includes(known)));
}

export function sameCaption(one: CaptionAnswer, other: CaptionAnswer): boolean {
  const [a, b] = [wholeCaption(one), wholeCaption(other)];
  return (
    a.text === b.text &&
    a.canned === b.canned &&
    a.text_detected === b.text_detected &&
    a.quality_other === b.quality_other &&
    a.quality_issues.join() === b.quality_issues.join()
  );
}
