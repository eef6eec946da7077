import type { Recipe, StageSpec } from "@/api/types";

/** The recipes with captions and votes, as the server describes them. */

const rules = {
  too_few_words: "block",
  several_sentences: "block",
  banned_opening: "block",
  filler_phrase: "advise",
  subjective_word: "advise",
  guess_about_person: "advise",
  repeated_sentence: "advise",
  doubled_word: "advise",
  email_address: "advise",
  phone_number: "advise",
  personal_number: "advise",
  street_address: "advise",
};

const caption: StageSpec = {
  key: "caption",
  title: "Caption",
  title_code: null,
  kind: "caption.v1",
  mode: "parallel",
  rounds: 5,
  stop: null,
  seeded: false,
  lease_minutes: 30,
  earlier_texts: false,
  teams: [],
  idle_seconds: 60,
  rounds_by_split: {},
  about: null,
  given: false,
  hit: { size: 5, minutes: 30 },
  gold_rate: 0,
  gold_met: false,
  context: [],
  settings: {
    min_words: 8,
    max_characters: 1000,
    canned_text: "Quality issues are too severe to recognize visual content.",
    ask_text: true,
    ask_quality: true,
    must_read_text: false,
    banned_openings: ["There is", "There are", "This is", "The image", "The picture", "It is"],
    rules,
  },
};

export const vizwiz: Recipe = {
  name: "vizwiz-captions",
  version: 1,
  title: "VizWiz-Captions",
  no_repeat: "sample",
  optional_stages: [],
  description:
    "Five annotators describe each image in one sentence, independently and in mini-batches of five images; they say whether there is text in it and what is wrong with its quality.",
  stages: [caption],
};

const validation: StageSpec = {
  ...caption,
  key: "validation",
  title: "Validation",
  title_code: null,
  kind: "vote.v1",
  about: "caption",
  hit: { size: 10, minutes: 15 },
  gold_rate: 0.1,
  gold_met: false,
  lease_minutes: 15,
  earlier_texts: false,
  teams: [],
  settings: {
    majority: 0.5,
    ask_comment: false,
    criteria: [
      {
        key: "requires_reading",
        title: "Does it take reading the text in the image to write this caption?",
        title_code: null,
        help: "Yes also if the text is summarised.",
      },
      {
        key: "true_for_image",
        title: "Is everything in the caption true for this image?",
        title_code: null,
        help: "One false detail is a no.",
      },
    ],
  },
};

const ocr: StageSpec = {
  ...caption,
  key: "ocr",
  title: "Text in the image",
  title_code: null,
  kind: "ocr.v1",
  mode: "sequential",
  rounds: 1,
  seeded: true,
  hit: null,
  settings: { max_tokens: 500 },
};

export const textcaps: Recipe = {
  name: "textcaps",
  version: 1,
  title: "TextCaps",
  no_repeat: "sample",
  description:
    "Five annotators describe each image in one sentence that takes reading the text in it; six for images of the test split. Five others vote on every caption, and the majority keeps or drops it.",
  stages: [
    {
      ...caption,
      rounds_by_split: { test: 6 },
      hit: { size: 5, minutes: 15 },
      lease_minutes: 15,
      earlier_texts: false,
      teams: [],
      settings: { ...caption.settings, canned_text: null, ask_text: false, ask_quality: false, must_read_text: true },
    },
    validation,
  ],
  optional_stages: [{ stage: ocr, before: "caption", shown_in: ["caption"] }],
};
