import type { Finding, Gate, Hit, HitFeedback, MyFeedback, MyQualification, Participation } from "@/api/hits";
import type { Answer, Assignment, Box, CaptionAnswer } from "@/api/types";
import { ago, ahead } from "./world";
import { picture, signPicture, SIGN_WORDS } from "./pictures";

/** Mini-batches, entry conditions and feedback: what annotators see, invented. */

export const CANNED = "Quality issues are too severe to recognize visual content.";

export const captionSettings = {
  rules: {},
  min_words: 8,
  max_characters: 1000,
  canned_text: CANNED,
  ask_text: true,
  ask_quality: true,
  must_read_text: false,
  banned_openings: ["There is", "There are", "This is", "The image", "An image", "It is"],
};

export const criteria = [
  {
    key: "requires_reading",
    title: "Does one have to read the text in the image to write this caption?",
    title_code: null,
    help: "Yes also if the text is summed up or something follows from it.",
  },
  {
    key: "true_for_image",
    title: "Is everything in the caption true for this image?",
    title_code: null,
    help: "Check names, numbers and colours.",
  },
  { key: "one_sentence", title: "Is the caption one sentence?", title_code: null, help: "" },
  { key: "grammatical", title: "Is the grammar right?", title_code: null, help: "" },
  {
    key: "objective",
    title: "Is the language free of opinion?",
    title_code: null,
    help: "No for words such as beautiful or delicious.",
  },
];

const stages = {
  caption: { key: "caption", title: "Caption", title_code: null, kind: "caption.v1", settings: captionSettings },
  reading: {
    key: "caption",
    title: "Caption with the text",
    title_code: null,
    kind: "caption.v1",
    settings: { ...captionSettings, canned_text: null, ask_text: false, ask_quality: false, must_read_text: true },
  },
  validation: {
    key: "validation",
    title: "Votes",
    title_code: null,
    kind: "vote.v1",
    settings: { criteria, majority: 0.5, ask_comment: true },
  },
  ocr: { key: "ocr", title: "Text in the image", title_code: null, kind: "ocr.v1", settings: { max_tokens: 500 } },
};

export const tokens = SIGN_WORDS.map(({ text, box }) => ({ text, box: box as Box }));

export const emptyCaption: CaptionAnswer = {
  text: "",
  canned: false,
  text_detected: null,
  quality_issues: [],
  quality_other: "",
};

export function makeAssignment(id: number, changes: Partial<Assignment> = {}): Assignment {
  return {
    id,
    state: "live",
    is_ahead: false,
    project: { id: 1, name: "Village streets" },
    stage: stages.caption,
    hit: null,
    image: {
      id,
      name: `street-${String(id)}.jpg`,
      width: 1200,
      height: 800,
      urls: { thumb: picture(id, 300, 200), view: picture(id), full: picture(id) },
      hints: [],
    },
    about: null,
    tokens: [],
    objects: [],
    start: emptyCaption,
    texts: [],
    start_key: null,
    draft: null,
    draft_version: 0,
    lease: { expires_at: ahead(0.02), seconds: 1800, heartbeat_seconds: 60 },
    active_seconds: 0,
    idle_seconds: 60,
    ...changes,
  };
}

function onSign(id: number, changes: Partial<Assignment>): Assignment {
  const fresh = makeAssignment(id);
  const url = signPicture(id);
  return makeAssignment(id, { image: { ...fresh.image, urls: { thumb: url, view: url, full: url } }, ...changes });
}

export function makeHit(changes: Partial<Hit> & { count?: number } = {}): Hit {
  const { count = 5, ...rest } = changes;
  const id = rest.id ?? 50;
  return {
    id,
    state: "live",
    purpose: "work",
    project: { id: 1, name: "Village streets" },
    stage: stages.caption,
    deadline: ahead(30 / 1440),
    seconds: 1800,
    started_at: ago(0),
    assignments: Array.from({ length: count }, (_, index) => makeAssignment(id * 10 + index + 1, { hit: id })),
    ...rest,
  };
}

const judged = [
  "A bakery sign says OPEN and that it is open since 1998.",
  "There is a beautiful sign. It is red.",
  "A sign on a wall names a bakery and its opening hours.",
];

export function makeVotes(count = 10): Hit {
  return makeHit({
    id: 52,
    stage: stages.validation,
    deadline: ahead(15 / 1440),
    assignments: Array.from({ length: count }, (_, index) =>
      onSign(521 + index, {
        hit: 52,
        stage: stages.validation,
        about: { kind: "caption.v1", answer: { ...emptyCaption, text: judged[index % judged.length] ?? "" } },
        start: { votes: {}, comment: "" },
      }),
    ),
  });
}

export function makeReading(): Hit {
  return makeHit({
    id: 51,
    stage: stages.reading,
    deadline: ahead(4.5 / 1440),
    assignments: [511, 512, 513].map((id) => onSign(id, { hit: 51, stage: stages.reading, tokens })),
  });
}

export function makeOcr(): Assignment {
  const pieces = tokens.map(({ text, box }, index) => ({
    id: `seed${String(index)}`,
    text: text.replace("BAKERY", "BAXERY"),
    box,
    derived_from: [`seed${String(index)}`],
    legible: true,
  }));
  return onSign(601, { stage: stages.ocr, start: { tokens: pieces }, start_key: "a" });
}

export const practice: HitFeedback = {
  purpose: "practice",
  stage: stages.caption,
  items: [
    {
      assignment: 541,
      fields: [
        { path: "text_detected", expected: true, given: false, right: false },
        { path: "canned", expected: false, given: false, right: true },
      ],
      note: "The house number on the door is text, too, even if it is small.",
      example: null,
      mine: null,
    },
    {
      assignment: 542,
      fields: [{ path: "text_detected", expected: false, given: false, right: true }],
      note: "",
      example: null,
      mine: null,
    },
  ],
  score: 0.5,
  pass_mark: null,
  passed: null,
  attempts_left: null,
  retry_at: null,
};

export const testResult: HitFeedback = {
  ...practice,
  purpose: "test",
  items: [],
  score: 0.6,
  pass_mark: 0.8,
  passed: false,
  attempts_left: 1,
  retry_at: ahead(1),
};

export const makeGate = (reason: Gate["reason"], message = "", remedy: string | null = null): Gate => ({
  reason,
  message,
  message_code: `${reason}_needed`,
  remedy,
  remedy_code: remedy && `${reason}_needed_remedy`,
  params: {},
  data: {},
});

export function makeQualification(changes: Partial<MyQualification> = {}): MyQualification {
  return {
    gate: makeGate("consent", "Before you work here, please read what you agree to.", "It takes two minutes."),
    consent: {
      version: 2,
      body: "## What this is for\n\nYour captions become part of a public collection. Your name does **not**.\n\n- You can stop at any time.\n- Nothing is recorded but what you write and how long it takes.\n",
      agreed: false,
    },
    guidelines: null,
    practice: { enabled: true, size: 3, done: false },
    test: {
      enabled: true,
      size: 10,
      pass_mark: 0.8,
      attempts_left: 2,
      passed: false,
      score: null,
      retry_at: null,
      expires_at: null,
    },
    ...changes,
  };
}

export function makeFeedback(changes: Partial<MyFeedback> = {}): MyFeedback {
  const image = makeAssignment(3).image;
  const text = "A beautiful red house 🏠 stands on a meadow.";
  return {
    id: 1,
    project: { id: 1, name: "Village streets" },
    stage: { key: "caption", title: "Caption", title_code: null, kind: "caption.v1" },
    image,
    mine: { ...emptyCaption, text, text_detected: false, quality_issues: ["none"] },
    path: "text",
    span: { start: 2, end: 11 },
    message:
      "Say what makes it so instead: its colour, its windows. Somebody who cannot see it learns nothing from this word.",
    created_at: ago(0.2),
    read_at: null,
    reply: "",
    replied_at: null,
    assignment: 3,
    ...changes,
  };
}

export const participation: Participation = {
  id: 1,
  platform: "Prolific",
  hit: null,
  completion: null,
  project: { id: 1, name: "Village streets" },
  stage: { key: "caption", title: "Caption", title_code: null },
  state: "arrived",
  preview: false,
  next: "claim",
};

/** A few findings as the server's rules give them; spans in code points. */
export function findingsFor(answer: Answer): Finding[] {
  if ("votes" in answer) {
    return criteria
      .filter(({ key }) => (answer.votes[key] ?? null) === null)
      .map(({ key, title }) => ({
        code: "vote_missing",
        path: `votes.${key}`,
        message: `Answer: ${title}`,
        severity: "error",
        span: null,
      }));
  }
  if (!("canned" in answer)) return [];
  const problems: Finding[] = [];
  const add = (
    path: string,
    code: string,
    message: string,
    severity: Finding["severity"],
    span: Finding["span"] = null,
  ) => problems.push({ path, code, message, severity, span });
  const { text } = answer;
  if (!answer.canned) {
    const words = text.split(/[\s,;.]+/).filter(Boolean).length;
    if (words < 8) add("text", "too_few_words", `Write at least 8 words; there are ${String(words)}.`, "error");
    const opening = /^(there is|there are|this is|the image)/i.exec(text);
    if (opening) add("text", "banned_opening", "Begin with what is in the image.", "error", [0, opening[0].length]);
    const at = text.indexOf("beautiful");
    const start = at < 0 ? -1 : [...text.slice(0, at)].length;
    if (at >= 0)
      add("text", "subjective_word", "Say what can be seen rather than how it pleases:", "advice", [start, start + 9]);
  }
  if (answer.text_detected === null)
    add("text_detected", "text_question_open", "Say whether there is text in the image: yes or no.", "error");
  if (answer.quality_issues.length === 0)
    add("quality_issues", "quality_missing", 'Tick what is wrong with the image, or "Nothing is wrong".', "error");
  return problems;
}
