import type { NewTextReport, OfferedTexts, TextMeasure } from "@/api/text-reports";
import { named } from "./source-choice";

/** In the order of the tables. */
export const MEASURES = [
  "describe",
  "readability",
  "captions",
  "specificity",
  "ocr",
  "concepts",
  "words",
  "answers",
  "clipscore",
  "bertscore",
] as const satisfies readonly TextMeasure[];

const USUAL: readonly TextMeasure[] = ["describe", "readability", "captions", "specificity"];
export const MOST_CONCEPTS = 500;
export const MOST_COMMON_WORDS = 100_000;
const COMMON_WORDS = 3000;

export interface ReportDraft {
  name: string;
  /** What each chosen source is called in the report. */
  titles: Record<string, string>;
  references: string | null;
  measures: TextMeasure[];
  same_images: boolean;
  meteor: boolean;
  /** A concept in each line. */
  concepts: string;
  compared: string | null;
  common_words: number | string;
  questions: number | null;
  image_model: string | null;
  token_model: string | null;
}

export const newDraft = (withWriting: boolean): ReportDraft => ({
  name: "",
  titles: {},
  references: null,
  measures: withWriting ? [...USUAL, "ocr"] : [...USUAL],
  same_images: true,
  meteor: true,
  concepts: "",
  compared: null,
  common_words: COMMON_WORDS,
  questions: null,
  image_model: null,
  token_model: null,
});

export const conceptsOf = (lines: string): string[] =>
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** What a measure that is not chosen was told is not sent. */
export function asRequest(draft: ReportDraft, chosen: OfferedTexts[], offered: OfferedTexts[]): NewTextReport {
  const { name, measures, same_images, meteor } = draft;
  const source = (value: string | null) => offered.find((each) => named(each) === value)?.source ?? null;
  const asked = (measure: TextMeasure) => measures.includes(measure);
  return {
    name,
    measures,
    same_images,
    meteor,
    sources: chosen.map((each) => ({ source: each.source, title: draft.titles[named(each)]?.trim() || each.title })),
    references: source(draft.references),
    ...(asked("concepts") && { concepts: conceptsOf(draft.concepts) }),
    ...(asked("words") && {
      compared: source(draft.compared),
      common_words: Number(draft.common_words) || COMMON_WORDS,
    }),
    ...(asked("answers") && { questions: draft.questions }),
    ...(asked("clipscore") && { image_model: draft.image_model ?? "" }),
    ...(asked("bertscore") && { token_model: draft.token_model ?? "" }),
  };
}
