/** Answers by kind, as the server's kinds define them. */

/** Pixels of the upright original image, two decimals, inside the image. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ObjectAnswer {
  id: string;
  label: string;
  box: Box;
  description: string;
  derived_from: string[];
}

export interface ObjectsAnswer {
  objects: ObjectAnswer[];
}

export interface DescriptionAnswer {
  text: string;
}

export type QualityIssue = "blur" | "bright" | "dark" | "obscured" | "framing" | "rotated" | "other" | "none";

export interface CaptionAnswer {
  text: string;
  /** The one-click text for images that show nothing one could describe. */
  canned: boolean;
  text_detected: boolean | null;
  quality_issues: QualityIssue[];
  quality_other: string;
}

export interface VoteAnswer {
  votes: Record<string, boolean | null>;
  comment: string;
}

export interface OcrToken {
  id: string;
  text: string;
  box: Box;
  derived_from: string[];
  legible: boolean;
}

export interface OcrAnswer {
  tokens: OcrToken[];
}

/** The one or two texts that are judged at once, in the order in which they are shown. */
export interface TextsAnswer {
  texts: string[];
}

export interface Score {
  /** Of two texts -2 (the left one is substantially better) to 2; of one text 1 to 5. */
  score: number | null;
  justification: string;
}

export interface ScoresAnswer {
  scores: Record<string, Score>;
}

export type Answer =
  ObjectsAnswer | DescriptionAnswer | CaptionAnswer | VoteAnswer | OcrAnswer | TextsAnswer | ScoresAnswer;

export function isObjectsAnswer(answer: Answer): answer is ObjectsAnswer {
  return "objects" in answer;
}

export function isCaptionAnswer(answer: Answer): answer is CaptionAnswer {
  return "text" in answer && "canned" in answer;
}

export function isVoteAnswer(answer: Answer): answer is VoteAnswer {
  return "votes" in answer;
}

export function isOcrAnswer(answer: Answer): answer is OcrAnswer {
  return "tokens" in answer;
}

export function isTextsAnswer(answer: Answer): answer is TextsAnswer {
  return "texts" in answer;
}

export function isScoresAnswer(answer: Answer): answer is ScoresAnswer {
  return "scores" in answer;
}

/** The one free text of an answer, where it has exactly one. */
export function textOfAnswer(answer: Answer): string | null {
  return "text" in answer && typeof answer.text === "string" ? answer.text : null;
}
