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
    figures: figure,
    undefined: {},
    intervals: {},
    spreads: {},
    tagger: "",
    ...more,
  }));

const WHY_SPICE = notice("SPICE is not available: it needs the parser Stanford CoreNLP 3.6.0.");

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
    options: { references: null, measures: ["describe"], same_images: true, meteor: true },
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
    options: { references: null, measures: ["describe"], same_images: true, meteor: true },
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
];
