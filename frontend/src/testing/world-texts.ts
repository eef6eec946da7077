import type { OfferedTexts, TextReport, TextRow } from "@/api/text-reports";
import { ago, lena, makeJob, notice } from "./world";

export const offeredTexts: OfferedTexts[] = [
  {
    source: { type: "round", stage: "description", index: 1 },
    title: "Description: round 1",
    texts: 120,
    has_images: false,
  },
  { source: { type: "final", stage: "description" }, title: "Description: final text", texts: 118, has_images: false },
  { source: { type: "file", file: 7 }, title: "File: GPT-4V", texts: 100, has_images: false },
];

const spread = (n: number, median: number) => ({
  n,
  mean: median,
  q10: median * 0.7,
  q25: median * 0.9,
  median,
  q75: median * 1.1,
  q90: median * 1.3,
});

const rows = (figures: TextRow["figures"][], more: Partial<TextRow> = {}): TextRow[] =>
  figures.map((figure, place) => ({
    title: offeredTexts[place]?.title ?? "",
    texts: offeredTexts[place]?.texts ?? 0,
    part: "",
    figures: figure,
    undefined: {},
    intervals: {},
    spreads: {},
    tagger: "",
    model: "",
    ...more,
  }));

const NO_OPTIONS = {
  concepts: [],
  compared: null,
  common_words: 3000,
  questions: null,
  image_model: "",
  token_model: "",
};

const WHY_FEW = notice("Each of the two needs 3,000 different words or more; one has 812.");
const WHY_SPICE = notice("SPICE is not available: it needs the parser Stanford CoreNLP 3.6.0.");

const ROUND = "Description: round 1";
const FINAL = "Description: final text";
const row = (title: string, part: string, figures: TextRow["figures"], more: Partial<TextRow> = {}): TextRow => ({
  title,
  part,
  texts: 118,
  figures,
  undefined: {},
  intervals: {},
  spreads: {},
  tagger: "",
  model: "",
  ...more,
});

const ofWords: TextReport = {
  id: 4,
  name: "Words of both rounds",
  sources: offeredTexts.slice(0, 2).map(({ source, title }) => ({ source, title })),
  options: {
    references: null,
    measures: ["concepts", "words"],
    same_images: true,
    meteor: false,
    ...NO_OPTIONS,
    concepts: ["boat", "dog"],
    compared: { source: { type: "round", stage: "description", index: 1 }, title: ROUND },
  },
  state: "ready",
  problem: "",
  results: {
    sources: [],
    references: null,
    tables: [
      {
        key: "concepts_each",
        columns: ["concept_images", "concept_share"],
        rows: [
          row(ROUND, "boat", { concept_images: 0, concept_share: 0 }),
          row(
            ROUND,
            "dog",
            { concept_images: 30, concept_share: 0.25 },
            { intervals: { concept_share: { mean: 0.25, low: 0.18, high: 0.335, n: 120 } } },
          ),
          row(FINAL, "boat", { concept_images: 6, concept_share: 0.05 }),
          row(FINAL, "dog", { concept_images: 12, concept_share: 0.1 }),
        ],
        differences: [],
      },
      {
        key: "overlap",
        columns: ["overlap_share"],
        rows: [
          row(FINAL, "words", { overlap_share: 0.544 }),
          row(FINAL, "nouns", { overlap_share: null }, { undefined: { overlap_share: WHY_FEW } }),
        ],
        differences: [],
      },
      {
        key: "new_words_each",
        columns: ["new_times"],
        rows: [row(FINAL, "kite", { new_times: 7 }), row(FINAL, "harbour", { new_times: 3 })],
        differences: [],
      },
    ],
  },
  job: makeJob({ state: "succeeded" }),
  code_version: "annotate 0.1.0",
  created_by: lena,
  created_at: ago(10),
};

export const textReports: TextReport[] = [
  {
    id: 3,
    name: "First and last round",
    sources: offeredTexts.slice(0, 2).map(({ source, title }) => ({ source, title })),
    options: {
      references: { source: { type: "file", file: 7 }, title: "File: GPT-4V" },
      measures: ["describe", "captions", "specificity"],
      same_images: true,
      meteor: false,
      ...NO_OPTIONS,
    },
    state: "ready",
    problem: "",
    results: {
      sources: [
        { title: "Description: round 1", texts: 120, images: 120, several: 0 },
        { title: "Description: final text", texts: 118, images: 118, several: 0 },
      ],
      references: { title: "File: GPT-4V", texts: 100, images: 100, several: 0 },
      tables: [
        {
          key: "describe",
          columns: ["tokens", "sentences"],
          rows: rows(
            [
              { tokens: 151.25, sentences: 6.5 },
              { tokens: 217.2, sentences: 9.8 },
            ],
            {
              intervals: { tokens: { mean: 151.25, low: 140.5, high: 161.75, n: 118 } },
              spreads: { tokens: spread(118, 200), sentences: spread(12, 9) },
            },
          ),
          differences: [
            {
              first: "Description: round 1",
              second: "Description: final text",
              figures: { tokens: { mean: 65.95, low: 58.25, high: 73.5, n: 118 } },
            },
          ],
        },
        {
          key: "captions",
          columns: ["items", "cider", "spice"],
          rows: rows(
            [
              { items: 100, cider: 0.123456, spice: null },
              { items: 100, cider: 0.2, spice: null },
            ],
            {
              undefined: { spice: WHY_SPICE },
              spreads: { cider: spread(100, 0.2) },
            },
          ),
          differences: [],
        },
      ],
    },
    job: makeJob({ state: "succeeded" }),
    code_version: "annotate 0.1.0",
    created_by: lena,
    created_at: ago(20),
  },
  {
    id: 2,
    name: "All rounds",
    sources: offeredTexts.slice(0, 1).map(({ source, title }) => ({ source, title })),
    options: { references: null, measures: ["describe"], same_images: true, meteor: true, ...NO_OPTIONS },
    state: "measuring",
    problem: "",
    results: null,
    job: makeJob({
      title: "Measuring texts",
      state: "running",
      done: 1,
      total: 4,
      note: {
        message: "Measuring Description: round 1: describe",
        message_code: "measuring_texts",
        remedy: null,
        remedy_code: null,
        params: { source: "Description: round 1", measure: "describe" },
      },
    }),
    code_version: "",
    created_by: lena,
    created_at: ago(30),
  },
  {
    id: 1,
    name: "A lost file",
    sources: [{ source: { type: "file", file: 1 }, title: "File: gone" }],
    options: { references: null, measures: ["describe"], same_images: true, meteor: true, ...NO_OPTIONS },
    state: "failed",
    problem: "There is no such file of texts.",
    results: null,
    job: makeJob({
      title: "Measuring texts",
      state: "failed",
      error: { code: "unknown_file", retry: false, ...notice("There is no such file of texts.") },
    }),
    code_version: "",
    created_by: lena,
    created_at: ago(60),
  },
  ofWords,
];
