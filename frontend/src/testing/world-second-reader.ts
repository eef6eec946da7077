import type { ReaderPrecision, ReaderShare, ReadText, SecondReadingDetail } from "@/api/second-reader";
import { ago, lena, makeJob, notice } from "./world";
import { enriched, pair } from "./world-enrichments";
import { brief } from "./world-models";

export const reading: SecondReadingDetail = {
  id: 4,
  source: { type: "final", stage: "description" },
  source_title: "Description: final text",
  version: brief(2),
  prompt: "second-reader-1",
  most_samples: null,
  most_cost: null,
  seed: 9,
  state: "done",
  limit: null,
  counts: {
    total: 10,
    pending: 0,
    asked: 0,
    answered: 9,
    failed: 1,
    interrupted: 0,
    withdrawn: 0,
    left_out: 2,
  },
  said: { seen: 30, not_seen: 3, contradicted: 2, invalid: 1, not_mentioned: 4, objects: 20 },
  usage: enriched.usage,
  job: makeJob({ state: "succeeded" }),
  file: "/api/v1/projects/1/second-readings/4/texts.jsonl",
  code_version: "annotate 0.1.0",
  created_by: lena,
  created_at: ago(3600),
  failures: [{ ...notice("The model wrote nothing."), annotation: 7, name: "boat.jpg", state: "failed" }],
};

export const readText: ReadText = {
  annotation: 502,
  image: pair.image,
  version: brief(2),
  prompt: "second-reader-1",
  read_at: ago(600),
  sentences: [
    { text: "A red kite flies over a hill.", verdict: "seen", box: null },
    { text: "A dog sits below it.", verdict: "contradicted", box: { x: 10, y: 10, width: 90, height: 60 } },
    { text: "Somebody mumbles.", verdict: "invalid", box: null },
  ],
  not_mentioned: [{ label: "tree", box: { x: 1, y: 1, width: 9, height: 9 } }],
  objects: 2,
  cost: 0.01,
};

const share: ReaderShare = { part: 2, whole: 3, value: 2 / 3, low: 0.208, high: 0.939, why: null };
const none: ReaderShare = {
  part: 0,
  whole: 0,
  value: null,
  low: null,
  high: null,
  why: notice("There is no pair of texts that both it and the raters tell apart."),
};

export const precision: ReaderPrecision = {
  version: brief(2),
  said: reading.said,
  texts: 9,
  judged: 5,
  judged_before: 1,
  rejected_marked: share,
  rejected_unmarked: share,
  found: share,
  changed_marked: share,
  changed_not_seen: share,
  changed_contradicted: share,
  changed_seen: share,
  studies: [{ study: 3, name: "Which is true", pairs: 4, agrees: none }],
};
