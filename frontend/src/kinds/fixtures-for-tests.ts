import type {
  Assignment,
  CaptionAnswer,
  DescriptionAnswer,
  ObjectAnswer,
  ObjectsAnswer,
  OcrAnswer,
  OcrToken,
  ScoresAnswer,
  SettingsByKind,
  VoteAnswer,
} from "@/api/types";
import { emptyCaption } from "./caption/settings";

export function seedObject(id: string, label: string, x: number, y: number, size = 40): ObjectAnswer {
  return {
    id,
    label,
    box: { x, y, width: size, height: size },
    description: `About the ${label}.`,
    derived_from: [id],
  };
}

export const AXES = ["function", "shape", "text on object"];

const OBJECTS_SETTINGS = {
  rules: {},
  min_objects: 0,
  max_objects: 200,
  description_required: true,
  max_description_characters: 4000,
  axes: AXES,
};

/** An assignment of any kind: it has no answer yet. */
function baseAssignment(): Omit<Assignment<never>, "stage" | "start"> {
  return {
    id: 7,
    state: "live",
    is_ahead: false,
    project: { id: 3, name: "Photographs" },
    hit: null,
    about: null,
    tokens: [],
    objects: [],
    texts: [],
    start_key: null,
    draft: null,
    image: {
      id: 1,
      name: "cat.png",
      width: 400,
      height: 300,
      urls: { thumb: "/t.png", view: "/v.png", full: "/f.png" },
      hints: [{ label: "Title", value: "A cat at home" }],
    },
    draft_version: 0,
    lease: { expires_at: "2026-05-01T12:30:00Z", seconds: 1800, heartbeat_seconds: 60 },
    active_seconds: 0,
    idle_seconds: 60,
  };
}

export function objectsAssignment(
  objects: ObjectAnswer[],
  more: Partial<Assignment<ObjectsAnswer, SettingsByKind["objects.v1"]>> = {},
): Assignment<ObjectsAnswer, SettingsByKind["objects.v1"]> {
  return {
    ...baseAssignment(),
    stage: { key: "objects", title: "Objects", title_code: null, kind: "objects.v1", settings: OBJECTS_SETTINGS },
    start: { objects },
    ...more,
  };
}

export function descriptionAssignment(
  text: string,
  objects: ObjectAnswer[] = [],
  more: Partial<Assignment<DescriptionAnswer, SettingsByKind["description.v1"]>> = {},
): Assignment<DescriptionAnswer, SettingsByKind["description.v1"]> {
  return {
    ...baseAssignment(),
    stage: {
      key: "description",
      title: "Image description",
      title_code: null,
      kind: "description.v1",
      settings: { rules: {}, min_words: 1, max_characters: 10_000 },
    },
    objects,
    start: { text },
    texts: [
      { key: "a", answer: { text: "A grey cat sleeps." } },
      { key: "b", answer: { text } },
    ],
    start_key: "b",
    ...more,
  };
}

export const CANNED = "Nothing can be recognised in this image.";

export const CAPTION_SETTINGS = {
  rules: {},
  min_words: 8,
  max_characters: 1000,
  canned_text: CANNED,
  ask_text: true,
  ask_quality: true,
  must_read_text: false,
  banned_openings: ["There is"],
};

export function captionAssignment(
  more: Partial<Assignment<CaptionAnswer, SettingsByKind["caption.v1"]>> = {},
  settings: Partial<SettingsByKind["caption.v1"]> = {},
): Assignment<CaptionAnswer, SettingsByKind["caption.v1"]> {
  return {
    ...baseAssignment(),
    stage: {
      key: "caption",
      title: "Caption",
      title_code: null,
      kind: "caption.v1",
      settings: { ...CAPTION_SETTINGS, ...settings },
    },
    start: emptyCaption(),
    ...more,
  };
}

export const CRITERIA = [
  { key: "true_for_image", title: "Is it true?", help: "All of it." },
  { key: "one_sentence", title: "Is it one sentence?", help: "" },
  { key: "objective", title: "Is it free of opinion?", help: "" },
];

export function voteAssignment(
  more: Partial<Assignment<VoteAnswer, SettingsByKind["vote.v1"]>> = {},
  settings: Partial<SettingsByKind["vote.v1"]> = {},
): Assignment<VoteAnswer, SettingsByKind["vote.v1"]> {
  return {
    ...baseAssignment(),
    stage: {
      key: "validation",
      title: "Votes",
      title_code: null,
      kind: "vote.v1",
      settings: { criteria: CRITERIA, majority: 0.5, ask_comment: false, ...settings },
    },
    start: { votes: {}, comment: "" },
    about: {
      kind: "caption.v1",
      answer: { ...emptyCaption(), text: "A grey cat sleeps." },
    },
    ...more,
  };
}

export const METRICS = [
  { key: "comprehensiveness", title: "Comprehensiveness", help: "Which text covers more of what matters?" },
  { key: "hallucination", title: "Hallucinations", help: "Which text says less that is not there?" },
];

const TWO_TEXTS = { texts: ["A grey cat sleeps on a mat.", "A grey cat sleeps on a red mat by the door."], images: [] };

export function sideBySideAssignment(
  more: Partial<Assignment<ScoresAnswer, SettingsByKind["side_by_side.v1"]>> = {},
  settings: Partial<SettingsByKind["side_by_side.v1"]> = {},
): Assignment<ScoresAnswer, SettingsByKind["side_by_side.v1"]> {
  const asked = { metrics: METRICS, justification: "required" as const, min_words: 0, ...settings };
  return {
    ...baseAssignment(),
    stage: {
      key: "rating",
      title: "Which text is better?",
      title_code: null,
      kind: "side_by_side.v1",
      settings: asked,
    },
    start: { scores: {} },
    about: { kind: "texts.v1", answer: TWO_TEXTS },
    ...more,
  };
}

export function likertAssignment(
  more: Partial<Assignment<ScoresAnswer, SettingsByKind["likert.v1"]>> = {},
  settings: Partial<SettingsByKind["likert.v1"]> = {},
): Assignment<ScoresAnswer, SettingsByKind["likert.v1"]> {
  const asked = {
    metrics: METRICS.slice(0, 1),
    low_label: "useless",
    high_label: "perfect",
    comment: "optional" as const,
    ...settings,
  };
  return {
    ...baseAssignment(),
    stage: { key: "rating", title: "How good is the text?", title_code: null, kind: "likert.v1", settings: asked },
    start: { scores: {} },
    about: { kind: "texts.v1", answer: { ...TWO_TEXTS, texts: TWO_TEXTS.texts.slice(0, 1) } },
    ...more,
  };
}

export function seedToken(id: string, text: string, x: number): OcrToken {
  return { id, text, box: { x, y: 10, width: 60, height: 20 }, derived_from: [id], legible: true };
}

export function ocrAssignment(tokens: OcrToken[]): Assignment<OcrAnswer, SettingsByKind["ocr.v1"]> {
  return {
    ...baseAssignment(),
    stage: { key: "ocr", title: "Text", title_code: null, kind: "ocr.v1", settings: { max_tokens: 500 } },
    start: { tokens },
    start_key: "a",
  };
}

/** What jsdom lacks: Mantine waits for fonts, and box labels are measured on a canvas. */
if (!("fonts" in document)) Object.defineProperty(document, "fonts", { value: new EventTarget() });
HTMLCanvasElement.prototype.getContext = () => null;
