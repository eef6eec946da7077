import type { Assignment, CaptionAnswer, QualityIssue } from "@/api/types";

export interface CaptionSettings {
  minWords: number;
  maxCharacters: number;
  /** Null where there is no such text to fall back on. */
  cannedText: string | null;
  asksText: boolean;
  asksQuality: boolean;
  mustReadText: boolean;
  bannedOpenings: readonly string[];
}

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

export function readSettings(raw: Assignment["stage"]["settings"]): CaptionSettings {
  const openings = raw["banned_openings"];
  const canned = raw["canned_text"];
  return {
    minWords: typeof raw["min_words"] === "number" ? raw["min_words"] : 0,
    maxCharacters: typeof raw["max_characters"] === "number" ? raw["max_characters"] : 1000,
    cannedText: typeof canned === "string" && canned !== "" ? canned : null,
    asksText: raw["ask_text"] !== false,
    asksQuality: raw["ask_quality"] !== false,
    mustReadText: raw["must_read_text"] === true,
    bannedOpenings: Array.isArray(openings) ? openings.filter((entry) => typeof entry === "string") : [],
  };
}

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
