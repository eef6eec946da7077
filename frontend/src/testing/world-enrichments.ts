import type { EnrichedPair, EnrichmentChoices, EnrichmentDetail } from "@/api/enrichments";
import { ago, lena, makeJob, notice } from "./world";
import { brief } from "./world-models";
import { offeredTexts, textReports } from "./world-texts";

const table = textReports[0]?.results?.tables[0];

export const choices: EnrichmentChoices = {
  sources: offeredTexts,
  versions: [
    { version: brief(2), asked_in_words: true, priced: true },
    {
      version: { ...brief(0), id: 40, connection: { id: 9, name: "classical" } },
      asked_in_words: false,
      priced: false,
    },
  ],
  question: "Rewrite {captions}",
  places: [{ name: "captions", meaning: "the captions" }],
};

export const enriched: EnrichmentDetail = {
  id: 5,
  name: "XM3600 enriched",
  source: { type: "file", file: 7 },
  source_title: "File: XM3600",
  version: brief(2),
  question: "Rewrite {captions}",
  most_samples: null,
  most_cost: null,
  seed: 12,
  state: "done",
  limit: null,
  counts: {
    total: 100,
    pending: 0,
    asked: 0,
    answered: 98,
    failed: 1,
    interrupted: 1,
    withdrawn: 0,
    without_image: 3,
  },
  usage: { prompt_tokens: 40_000, completion_tokens: 12_000, cost: 1.25, seconds: 300 },
  job: makeJob({ state: "succeeded" }),
  file: 8,
  pairs: "/api/v1/projects/1/enrichments/5/pairs.jsonl",
  code_version: "annotate 0.1.0",
  created_by: lena,
  created_at: ago(3600),
  figures: table ? { pairs: 98, tables: [table] } : null,
  failures: [{ ...notice("The model wrote nothing."), image_id: 3, name: "boat.jpg", state: "failed" }],
};

export const enriching: EnrichmentDetail = {
  ...enriched,
  id: 6,
  name: "Again",
  state: "running",
  counts: { ...enriched.counts, pending: 60, answered: 38, failed: 0, interrupted: 0, asked: 2 },
  job: makeJob({ state: "running", done: 38, total: 100 }),
  figures: null,
  failures: [],
};

export const pair: EnrichedPair = {
  position: 1,
  image: {
    id: 3,
    name: "kite.jpg",
    width: 640,
    height: 480,
    urls: { thumb: "/t/3", view: "/v/3", full: "/f/3" },
    hints: [],
  },
  captions: ["A kite."],
  text: "A red kite flies high over a wide green field.",
  prompt_tokens: 400,
  completion_tokens: 120,
  cost: 0.01,
  seconds: 3,
};
