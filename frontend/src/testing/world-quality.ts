import type { Answer } from "@/api/types";
import type {
  AnnotatorQuality,
  Batch,
  Block,
  CodeInfo,
  Flag,
  OtherAnswer,
  Quality,
  ReviewItem,
  Skipped,
  Verdict,
} from "@/api/quality";
import type { Person } from "@/api/types";
import { ada, ago, lena, makeRow, mei, notice, tomas } from "./world";

/** Quality control of the invented project: one careless person, two careful ones. */

export const captionStage = { key: "caption", title: "Captions", title_code: null, kind: "caption.v1" };
const CANNED = "Quality issues are too severe to recognize visual content.";

export const codes: CodeInfo[] = [
  { code: "time_outlier", title: "Unusual time", description: "Far faster or slower than others on the same image." },
  { code: "mostly_capitals", title: "Mostly capitals", description: "More than half of the letters are capitals." },
  {
    code: "canned_often",
    title: "Canned text often",
    description: "The canned text for at least half of a person's images.",
  },
  { code: "near_duplicate", title: "Near duplicate", description: "Almost the same text as another answer." },
  {
    code: "text_minority",
    title: "Alone on the text question",
    description: "Most others answered the question about text the other way.",
  },
];

let nextFlag = 1;
function flag(code: string, message: string, numbers: Flag["numbers"]): Flag {
  const title = codes.find((known) => known.code === code)?.title ?? code;
  nextFlag += 1;
  const words = { message, message_code: `flag_${code}`, remedy: null, remedy_code: null, params: {} };
  return { ...words, id: nextFlag, code, title, numbers, related: [], state: "open", created_at: ago(0.2) };
}

export function captionAnswer(text: string, changes: Record<string, unknown> = {}): Answer {
  return {
    text,
    canned: false,
    text_detected: false,
    quality_issues: ["none"],
    quality_other: "",
    ...changes,
  } as unknown as Answer;
}

function other(annotator: Person, text: string, seconds: number, verdict: Verdict = "unreviewed"): OtherAnswer {
  return { annotator, value: captionAnswer(text), active_seconds: seconds, verdict };
}

function item(
  id: number,
  annotator: Person,
  text: string,
  seconds: number,
  flags: Flag[],
  changes: Record<string, unknown> = {},
): ReviewItem {
  const { id: imageId, name, width, height, urls, hints } = makeRow(id).image;
  return {
    answer: {
      annotation: 500 + id,
      assignment: 300 + id,
      sample: id,
      image: { id: imageId, name, width, height, urls, hints },
      stage: captionStage,
      round: 1,
      split: "train",
      annotator,
      value: captionAnswer(text, changes),
      about: null,
      active_seconds: seconds,
      submitted_at: ago(id / 24),
      verdict: "unreviewed",
      verdict_reason: "",
      verdict_by: null,
      batch: 2,
    },
    flags,
    others: [
      other(ada, "A red barn with a pointed roof stands in the middle of a flat green meadow.", 62, "approved"),
      other(tomas, "A small red building with one dark door under a pale blue sky.", 71),
    ],
  };
}

export function makeReview(): ReviewItem[] {
  return [
    item(
      2,
      mei,
      CANNED,
      4,
      [
        flag(
          "time_outlier",
          "Took 4 s; the five answers to this image took 66 s on average, ± 24 s. That is 2.6 standard deviations below, beyond the limit of 1.95.",
          { seconds: 4, mean: 66.2, sd: 24.1, z: -2.58, limit: 1.95 },
        ),
        flag("canned_often", "Used the canned text for 4 of 5 images, 80%; the limit is 50%.", {
          canned: 4,
          images: 5,
          share: 0.8,
          limit: 0.5,
        }),
      ],
      { canned: true, quality_issues: ["blur"] },
    ),
    item(3, mei, "THE PICTURE SHOWS A HOUSE AND A SKY AND GRASS.", 11, [
      flag("mostly_capitals", "37 of 37 letters are capitals, 100%; the limit is 50%.", {
        capitals: 37,
        letters: 37,
        share: 1,
      }),
    ]),
    item(
      4,
      mei,
      "A person stands in front of a building with a door and a window.",
      15,
      [
        flag(
          "near_duplicate",
          "95% alike with the same person's answer to lane-at-noon-007.jpg, and with 6 more of their answers.",
          { similarity: 0.95, group: 7 },
        ),
        flag("text_minority", "Answered “yes” to the question about text; 4 of 5 people answered “no”.", {
          yes: 1,
          no: 4,
        }),
      ],
      { text_detected: true },
    ),
    item(6, tomas, "A narrow lane at noon leads between two white houses 🏠 towards a church tower.", 190, [
      flag(
        "time_outlier",
        "Took 190 s; the five answers to this image took 74 s on average, ± 55 s. That is 2.1 standard deviations above, beyond the limit of 1.95.",
        { seconds: 190, mean: 74, sd: 55, z: 2.1 },
      ),
    ]),
    {
      ...item(9, ada, "A square with market stalls and a fountain in front of a town hall.", 58, []),
      flags: [flag("random_sample", "Drawn at random: 5 of 40 answers, seed 7.", { count: 5, of: 40, seed: 7 })],
    },
  ];
}

export function makeSkips(): Skipped[] {
  const skip = (id: number, code: string, title: string, reason: string, comment: string): Skipped => {
    const { id: imageId, name, width, height, urls, hints } = makeRow(id).image;
    return {
      flag: { ...flag(code, `Skipped after 12 s: ${comment}`, { seconds: 12, people: 1 }), title },
      assignment: 700 + id,
      sample: id,
      sample_state: "open",
      image: { id: imageId, name, width, height, urls, hints },
      stage: captionStage,
      annotator: mei,
      reason,
      comment,
      skipped_at: ago(0.4),
    };
  };
  return [
    skip(5, "image_reported", "Image reported", "inappropriate", "A face can be recognised."),
    skip(8, "skipped", "Skipped", "cannot_describe", "The picture is far too dark."),
  ];
}

export const quality: Quality = {
  settings: {
    off: [],
    canned_text: CANNED,
    time_z: 1.95,
    clock_z: 3.5,
    capitals_share: 0.5,
    quality_words: ["quality", "blur"],
    text_yes_share: 0.8,
    alone_min_answers: 3,
    canned_often_share: 0.5,
    canned_often_min_images: 1,
    duplicate_similarity: 0.8,
    duplicate_min_words: 5,
    duplicate_min_own: 2,
    duplicate_min_answers: 3,
    pasted_share: 0.8,
    pasted_min_images: 3,
    gold_accuracy: 0.7,
    gold_min_answers: 5,
    edit_z: 1.95,
    edit_min_answers: 5,
    edit_min_people: 5,
    spot_check_share: 0.1,
    on_submission: true,
    rules: ["too_few_words", "several_sentences", "email_address"],
    skips: true,
    early_warning: true,
    new_below: 20,
    early_min_answers: 5,
    early_min_people: 5,
    early_z: 1.95,
    again_after: 20,
  },
  codes,
  open_by_code: {
    time_outlier: 2,
    mostly_capitals: 1,
    canned_often: 1,
    near_duplicate: 1,
    text_minority: 1,
    random_sample: 1,
  },
  answers_waiting: 5,
  skips_waiting: 2,
};

function figures(user: Person, changes: Partial<AnnotatorQuality>): AnnotatorQuality {
  return {
    user,
    stage: captionStage,
    submissions: 60,
    approved: 41,
    rejected: 1,
    approval_rate: 41 / 42,
    flags_open: 0,
    gold: { right: 11, total: 12, accuracy: 11 / 12 },
    active_seconds: { median: 64, pool_median: 62, z: 0.1, undefined: null },
    edit_distance: { mean: 18.4, pool_mean: 17.2, z: 0.2, undefined: null },
    is_new: false,
    warning: false,
    reasons: [],
    blocked: null,
    ...changes,
  };
}

export const annotators: AnnotatorQuality[] = [
  figures(mei, {
    submissions: 14,
    approved: 0,
    rejected: 2,
    approval_rate: 0,
    flags_open: 5,
    gold: { right: 1, total: 4, accuracy: 0.25 },
    active_seconds: { median: 11, pool_median: 62, z: -2.3, undefined: null },
    edit_distance: { mean: 2.1, pool_mean: 17.2, z: -2.0, undefined: null },
    is_new: true,
    warning: true,
    reasons: [
      notice("The median time is 11 s; the medians of 6 people lie around 62 s."),
      notice("1 of 4 known answers were given right (25%); at least 80% is expected."),
    ],
  }),
  figures(ada, {}),
  figures(tomas, {
    submissions: 48,
    gold: { right: 0, total: 0, accuracy: null },
    edit_distance: {
      mean: null,
      pool_mean: null,
      z: null,
      undefined: notice("These answers begin from nothing, so there is nothing they were changed from."),
    },
    flags_open: 1,
  }),
];

export function makeBlocks(): Block[] {
  return [
    {
      id: 1,
      user: tomas,
      scope: "batch",
      batch: 1,
      reason: "Captions of the wrong language in batch 1.",
      created_at: ago(9),
      created_by: lena,
      lifted_at: ago(7),
      lifted_by: lena,
      evidence: {},
      lift_reason: "A mistake of ours.",
      returned: 3,
      requeued: 12,
    },
  ];
}

export function makeBatches(): Batch[] {
  return [
    {
      id: 2,
      number: 2,
      title: "Second week",
      state: "open",
      created_at: ago(4),
      closed_at: null,
      samples: 40,
      done: 22,
      carried_over: 1,
    },
    {
      id: 1,
      number: 1,
      title: "First week",
      state: "closed",
      created_at: ago(11),
      closed_at: ago(4),
      samples: 40,
      done: 40,
      carried_over: 0,
    },
  ];
}

export const aggregates = Array.from({ length: 6 }, (_, index) => {
  const { id, name, width, height, urls, hints } = makeRow(index + 1).image;
  const canned = [0, 1, 3, 5, 0, 2][index] ?? 0;
  return {
    sample: index + 1,
    image: { id, name, width, height, urls, hints },
    answers: 5,
    text_detected: { yes: index % 6, no: 5 - (index % 6), majority: index % 6 > 2 },
    votes: null,
    outcomes: null,
    canned,
    difficulty: (["easy", "medium", "difficult", "unusable", "easy", "medium"] as const)[index] ?? "easy",
  };
});
