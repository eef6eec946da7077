import type { Hub, HubPush } from "@/api/hub";
import type { Datasheet, ReleaseDetail, ReleasePreview, ReleaseStatistics, RoundFigures } from "@/api/releases";
import { ago, makeJob } from "./world";

const nothing: ReleaseDetail["left_out"] = {
  withdrawn_samples: 0,
  unfinished_samples: 0,
  incomplete_samples: 0,
  unapproved_samples: 0,
  unapproved: 0,
  rejected: 0,
  superseded: 0,
  dropped: 0,
};

const round = (index: number, origin: string, figures: Partial<RoundFigures>): RoundFigures => ({
  stage: "description",
  index,
  origin,
  answers: 118,
  from_scratch: 0,
  stopped_early: 0,
  tokens_mean: null,
  active_seconds_mean: null,
  jaccard_to_round_before_mean: null,
  edit_distance_to_round_before_mean: null,
  ...figures,
});

export const statistics: ReleaseStatistics = {
  samples: 118,
  splits: { train: 100, val: 18 },
  people: 7,
  answers: { model: 236, person: 354 },
  producers: { "street-vlm": 118 },
  work: { first_day: "2026-03-02", last_day: "2026-04-17", active_hours: 61.25 },
  rounds: [
    round(0, "model", { tokens_mean: 92.5 }),
    round(1, "person", {
      tokens_mean: 171.25,
      active_seconds_mean: 754,
      jaccard_to_round_before_mean: 0.412,
      edit_distance_to_round_before_mean: 96.5,
      stopped_early: 12,
    }),
  ],
  agreement: [
    { stage: "caption", images: 96, similarity_mean: 0.412, low: 0.38, high: 0.444 },
    { stage: "test", images: 1, similarity_mean: 0.5, low: null, high: null },
  ],
  descriptions: { texts: 118, tokens_mean: 217.2, tokens_median: 209, tokens_shortest: 61, tokens_longest: 482 },
  objects: { objects: 1_204, different_labels: 213 },
};

const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

const release: ReleaseDetail = {
  id: 1,
  name: "Village streets",
  version: "1.0.0",
  description: "Streets of villages in daylight.",
  licence: "CC-BY-4.0",
  citation: "@misc{streets, title={Village streets}}",
  formats: ["coco", "iiw-jsonl", "parquet"],
  only_approved: false,
  split: "",
  state: "succeeded",
  job: null,
  digest: DIGEST,
  samples: 118,
  size_bytes: 1_204_311,
  left_out: { ...nothing, unfinished_samples: 2 },
  created_at: ago(3),
  frozen_at: ago(3),
  url: "/api/v1/projects/1/releases/1/archive",
  files: ["manifest.json", "README.md", "parquet.zip", "records.jsonl"].map((path, place) => ({
    path,
    size_bytes: 1_000 * (place + 1),
    sha256: path === "manifest.json" ? DIGEST : String(place).repeat(64),
    url: `/api/v1/projects/1/releases/1/files/${path}`,
  })),
  statistics: { ...statistics } as unknown as ReleaseDetail["statistics"],
  withdrawn: 0,
};

export const running: ReleaseDetail = {
  ...release,
  id: 2,
  version: "1.1.0",
  state: "running",
  job: makeJob({ id: 19, name: "exchange.release", title: "Freezing a release", done: 40, total: 120 }),
  digest: "",
  samples: 0,
  size_bytes: 0,
  left_out: nothing,
  created_at: ago(0.001),
  frozen_at: null,
  url: null,
  files: [],
  statistics: {},
};

export const releases: ReleaseDetail[] = [running, release];

export const preview: ReleasePreview = {
  samples: 120,
  left_out: { ...nothing, unfinished_samples: 2 },
  formats: ["coco", "iiw-jsonl", "parquet", "csv"],
  latest: [
    { name: "Harbour", version: "0.3.1" },
    { name: "Village streets", version: "1.1.0" },
  ],
};

export const datasheet: Datasheet = {
  questions: [
    {
      key: "distribution.licence",
      section: "Distribution",
      question: "Under which licence?",
      draft: "CC-BY-4.0",
      answer: "",
    },
    {
      key: "uses.not_for",
      section: "Uses",
      question: "What should it not be used for?",
      draft: "",
      answer: "Not to find people.",
    },
    { key: "maintenance.contact", section: "Maintenance", question: "Who maintains it?", draft: "", answer: "" },
  ],
  updated_at: null,
};

export const noToken: Hub = { endpoint: "https://huggingface.co", account: "", token_given_at: null, token_is_for: "" };

export const token: Hub = { ...noToken, account: "lab", token_given_at: ago(2), token_is_for: noToken.endpoint };

export const push: HubPush = {
  id: 5,
  repository: "lab/village-streets",
  url: "https://huggingface.co/datasets/lab/village-streets",
  private: true,
  state: "succeeded",
  job: null,
  commit: "c0ffee".padEnd(40, "0"),
  is_new: true,
  files: 9,
  size_bytes: 1_204_311,
  created_at: ago(1),
  finished_at: ago(1),
};
