import type words from "@/locales/en/glossary.json";

/** The words of docs/reference/glossary.md, whose sentences stand in the catalogues `glossary`. */
export type TermId = keyof (typeof words)["word"];
export type TermGroup = keyof (typeof words)["group"];

export const glossary: readonly { key: TermGroup; terms: readonly TermId[] }[] = [
  { key: "data", terms: ["project", "recipe", "stage", "kind", "sample", "thread", "batch", "view", "split"] },
  {
    key: "work",
    terms: [
      "annotator",
      "task",
      "round",
      "replica",
      "assignment",
      "draft",
      "lease",
      "claim",
      "prefetch",
      "release_task",
      "hit",
      "team",
      "gate",
      "active_time",
    ],
  },
  {
    key: "answers",
    terms: [
      "annotation",
      "seed",
      "similarity",
      "early_stopping",
      "outcome",
      "aggregate",
      "verdict",
      "requeue",
      "label_use",
    ],
  },
  { key: "quality", terms: ["gold", "spot_check", "qualification", "flag", "block", "agreement"] },
  {
    key: "models",
    terms: ["connection", "model_version", "model_assignment", "promotion", "snapshot", "held_out", "arm"],
  },
  {
    key: "studies",
    terms: [
      "study",
      "item",
      "stimulus",
      "arrangement",
      "chunk",
      "rater",
      "source",
      "reasoning_set",
      "reasoning_run",
      "stage_of_measurement",
      "case",
      "baseline",
    ],
  },
  {
    key: "numbers",
    terms: ["counters", "daily_stats", "histogram", "lane", "heartbeat", "paired_difference", "common_words"],
  },
  {
    key: "outside",
    terms: ["channel", "visit", "intake", "hook", "release", "enrichment", "second_reader", "tombstone"],
  },
];
