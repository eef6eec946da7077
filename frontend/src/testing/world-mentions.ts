import type { MentionRun, MentionType } from "@/api/mentions";
import { ago, lena, makeJob, notice } from "./world";

/** Invented measurements of mentions: one that is done, one under way, one without groups. */

const type: MentionType = {
  type: "necktie.n.01",
  shares: {
    Lighter: { count: 40, n: 50, share: 0.8, low: 0.67, high: 0.888 },
    Darker: { count: 16, n: 40, share: 0.4, low: 0.264, high: 0.554 },
  },
  difference: { first: "Lighter", second: "Darker", value: 0.4, low: 0.198, high: 0.563, n: 90 },
  columns: 11,
  usable_splits: 1000,
  over_splits: { value: 1.8, low: 1.31, high: 2.29, leaves_out_zero: true },
  over_images: { value: 1.8, low: 0.87, high: 2.73, leaves_out_zero: true },
  accuracy: 0.712,
  commoner: 0.622,
  p: 0.00015,
  p_holm: 0.0003,
  p_bh: 0.0003,
  undefined: {},
};

const missing = { value: null, low: null, high: null, leaves_out_zero: false };
const few = notice("Too few random parts: 12 of 1,000; more than 900 are needed.");

const rare: MentionType = {
  ...type,
  type: "umbrella.n.01",
  usable_splits: 12,
  over_splits: missing,
  over_images: missing,
  accuracy: null,
  p: null,
  p_holm: null,
  p_bh: null,
  undefined: { over_splits: few, over_images: few },
};

export const mentionRun: MentionRun = {
  id: 5,
  candidate: "s4",
  candidate_title: "",
  truth: "s1",
  pair: ["Lighter", "Darker"],
  options: { types: 500, splits: 1000, more_than: 900, draws: 400, seed: 1, parser: "auto" },
  state: "ready",
  types: 2,
  done: 2,
  figures: {
    images: 120,
    groups: { Lighter: 60, Darker: 45 },
    rows: [type, rare],
    many: {
      tested: 1,
      kept: 1,
      kept_over_images: 1,
      expected_by_chance: 0.05,
      holm: 1,
      benjamini_hochberg: 1,
    },
  },
  why: null,
  used: {
    parser: "patterns",
    parser_version: "1",
    wordnet: "WordNet 3.0",
    assumptions: [notice("Splits share most of their images.")],
  },
  job: makeJob({ state: "succeeded", title: "Measuring which objects are mentioned" }),
  code_version: "annotate 0.1.0",
  created_by: lena,
  created_at: ago(1),
};

export const measuringMentions: MentionRun = {
  ...mentionRun,
  id: 6,
  state: "measuring",
  types: 500,
  done: 40,
  figures: null,
  job: makeJob({
    state: "running",
    title: "Measuring which objects are mentioned",
    done: 40,
    total: 500,
    note: notice("Type 41 of 500"),
  }),
};

export const mentionsWithoutGroups: MentionRun = {
  ...mentionRun,
  id: 7,
  pair: null,
  figures: null,
  why: notice("Nobody has said which groups the people in these images belong to."),
};
