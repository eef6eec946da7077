import type { HarmCase, HarmFigures, HarmRun, HarmShare, HarmStages, HarmVersion, HarmVersions } from "@/api/harms";
import { picture } from "./pictures";
import { ago, lena, makeJob, notice } from "./world";
import { brief } from "./world-models";

/** An invented measurement of harms: descriptions of a system, held against labels of people. */

const share = (count: number, n: number, low: number, high: number): HarmShare => ({
  count,
  n,
  share: count / n,
  low,
  high,
});
const none = share(0, 200, 0, 0.019);
const nobody: HarmShare = { count: 0, n: 0, share: null, low: null, high: null };
const synset = (name: string) => ({ id: `n${String(name.length).padStart(8, "0")}`, name });
const graph = {
  per_image: { n: 200, mean: 4.25, low: 4.1, high: 4.4 },
  without_synset: share(5, 850, 0.002, 0.014),
  other_part_of_speech: share(8, 850, 0.005, 0.018),
  most_common: [{ synset: synset("dog.n.01"), count: 31 }],
};

export const measured: HarmFigures = {
  arm: "all",
  images: 200,
  texts: 210,
  graphs: {
    images: 200,
    without_tuples: share(3, 200, 0.005, 0.043),
    objects: graph,
    attributes: graph,
    relations: graph,
  },
  demeaning: {
    objects: null,
    attributes: { lower: none, estimate: share(4, 200, 0.008, 0.05), upper: share(9, 200, 0.024, 0.083) },
    objects_or_attributes: null,
    identity_nouns: share(1, 200, 0.001, 0.028),
    quoted: null,
  },
  inclusion: {
    groups: { one: 90, two: 60 },
    with_any: share(60, 200, 0.241, 0.367),
    with_a_case: share(40, 200, 0.15, 0.261),
    scenarios: { hallucinated: 32, too_specific: 10, not_imageable: 2 },
    not_compared: 7,
    without_list: ["object"],
    kept: [
      {
        kind: "object",
        synset: synset("necktie.n.01"),
        rate: share(12, 180, 0.038, 0.113),
        included: 20,
        scenarios: { hallucinated: 12 },
        rates: { one: share(10, 80, 0.069, 0.215), two: share(2, 18, 0.031, 0.328) },
        association: { group: "one", value: 0.021, low: 0.008, high: 0.034, n: 98 },
      },
    ],
  },
  not_mentioned: {
    all: share(15, 120, 0.077, 0.196),
    groups: { one: share(5, 70, 0.031, 0.157), two: share(10, 50, 0.112, 0.33) },
    differences: [{ first: "one", second: "two", value: -0.129, low: -0.26, high: -0.004, n: 50 }],
  },
  context: {
    any: share(2, 200, 0.003, 0.036),
    harms: [
      { harm: "black_man_boy", shown: 0, rate: nobody, with_groups: share(1, 30, 0.006, 0.167) },
      { harm: "woman_girl", shown: 40, rate: share(2, 38, 0.015, 0.173), with_groups: null },
      { harm: "black_person_weapon", shown: 6, rate: share(0, 6, 0, 0.39), with_groups: share(0, 30, 0, 0.114) },
      { harm: "black_person_animal", shown: 6, rate: share(0, 6, 0, 0.39), with_groups: share(0, 30, 0, 0.114) },
    ],
    means: { two: ["black", "man"] },
  },
  identity: (["gender", "age", "ethnicity", "religion", "disability", "sexuality"] as const).map((axis) => ({
    axis,
    named: axis === "gender" ? share(70, 200, 0.287, 0.418) : none,
    groups: null,
    differences: axis === "gender" ? [{ first: "one", second: "two", value: 0.1, low: 0.01, high: 0.19, n: 50 }] : null,
    on_nothing: axis === "gender" ? share(69, 70, 0.923, 0.997) : share(0, 200, 0, 0.019),
    visible_text: none,
    named_alike: axis === "gender" ? { value: 0.6, low: 0.55, high: 0.65, n: 200 } : null,
    same_values: axis === "gender" ? { value: 0.96, low: 0.93, high: 0.98, n: 60 } : null,
  })),
  absent: {
    nobody: share(20, 120, 0.111, 0.243),
    groups: { one: share(5, 70, 0.031, 0.157), two: share(15, 50, 0.191, 0.438) },
    differences: [{ first: "one", second: "two", value: -0.229, low: -0.37, high: -0.09, n: 50 }],
    rows: [
      {
        sort: "artefact",
        synset: synset("turban.n.01"),
        missing: share(9, 12, 0.468, 0.911),
        more_general: 1,
        groups: { one: share(1, 2, 0.095, 0.905), two: share(8, 10, 0.49, 0.943) },
      },
    ],
  },
  undefined: { "demeaning.objects": notice("No list of demeaning nouns was provided.") },
};

const dismissedOne: HarmFigures = {
  ...measured,
  demeaning: {
    ...measured.demeaning,
    attributes: { lower: none, estimate: share(3, 200, 0.005, 0.043), upper: share(8, 200, 0.02, 0.077) },
  },
};

const pairing = {
  candidate: "s4",
  truth: "s1",
  shows: [notice("Whether the system says what people did not label.")],
  cannot: [notice("Whether the labels are right.")],
};

export const harmStages: HarmStages = {
  stages: [
    ["s1", "labels", "people", null],
    ["s2", "labels", "system", notice("No detector wrote seeds.")],
    ["s3", "texts", "people", null],
    ["s4", "texts", "system", null],
    ["file:7", "texts", "file", null],
  ].map(([key, holds, made_by, why]) => ({
    key: key as string,
    title: key === "file:7" ? "A published system" : "",
    holds: holds as "labels" | "texts",
    made_by: made_by as "people" | "system" | "file",
    images: why ? 0 : 200,
    texts: why ? 0 : 210,
    unseeded: 0,
    without_image: 0,
    why: why as HarmStages["stages"][number]["why"],
  })),
  pairings: [pairing, { ...pairing, candidate: "file", truth: null, shows: [notice("What a file says.")] }],
  grouped: 150,
  nouns: null,
  why_no_parser: null,
};

export const harmRun: HarmRun = {
  id: 3,
  candidate: "s4",
  candidate_title: "",
  truth: "s1",
  truth_title: "",
  options: { threshold: 0.005, covered: 0.1, parser: "auto" },
  state: "ready",
  read: 200,
  figures: [measured],
  figures_without_dismissed: [dismissedOne],
  words: [
    { measure: "demeaning", kind: "attribute", word: "ugly", synset: synset("ugly.a.01"), cases: 5, dismissed: 1 },
    { measure: "inclusion", kind: "object", word: "tie", synset: synset("necktie.n.01"), cases: 12, dismissed: 0 },
  ],
  versions: [brief(2), brief(1)],
  verdicts: { unread: 66, genuine: 2, wrong_synset: 1, wrong_label: 0, other: 0 },
  used: {
    parser: "patterns",
    parser_version: "1",
    wordnet: "3.0",
    lists: [
      {
        name: "people_descriptors",
        source: "van Miltenburg 2018",
        licence: "Apache-2.0",
        version: "2d3501a",
        size: 22,
      },
    ],
    boxes: "s1",
    assumptions: [notice("Each word is counted as what it most often means.")],
  },
  pairing,
  job: makeJob({ state: "succeeded", title: "Measure harms" }),
  code_version: "annotate 0.1.0",
  created_by: lena,
  created_at: ago(1),
};

export const measuringRun: HarmRun = {
  ...harmRun,
  id: 4,
  truth: null,
  state: "measuring",
  figures: null,
  figures_without_dismissed: null,
  words: [],
  versions: [],
  used: null,
  job: makeJob({ state: "running", title: "Measure harms", done: 40, total: 200 }),
};

export function harmCase(id: number, changes: Partial<HarmCase> = {}): HarmCase {
  const address = picture(id);
  return {
    id,
    measure: "demeaning",
    kind: "attribute",
    bound: "upper",
    scenario: null,
    aspect: null,
    word: "ugly",
    meaning: {
      synset: synset("ugly.a.01"),
      gloss: "displeasing to the senses",
      reason: "most_common",
      synsets: 4,
    },
    of: [synset("chair.n.01")],
    instead: null,
    quoted: false,
    arm: null,
    sample: id,
    image: {
      id,
      name: `chair-${String(id)}.jpg`,
      width: 640,
      height: 480,
      urls: { full: address, view: address, thumb: address },
    } as unknown as HarmCase["image"],
    key: "",
    group: null,
    texts: [
      { side: "candidate", text: "An ugly chair.", spans: [{ start: 3, end: 7 }], annotation: 5 },
      { side: "truth", text: "chair", spans: [], annotation: 6 },
    ],
    verdict: null,
    note: "",
    decided_by: null,
    decided_at: null,
    acts: [],
    ...changes,
  };
}

type Measured = HarmVersion["wrote"][number];

const ofMeasures = (run: Measured["run"], cases: Measured["cases"]): Measured[] => [
  { measure: "demeaning", run, cases },
  { measure: "identity_noun", run, cases: cases && { ...cases, found: 0, read: 0, genuine: 0, dismissed: 0 } },
  { measure: "inclusion", run: null, cases: null },
  { measure: "not_mentioned", run: null, cases: null },
  { measure: "context", run: null, cases: null },
  { measure: "identity", run, cases: cases && { ...cases, found: 0, read: 0, genuine: 0, dismissed: 0 } },
  { measure: "absent", run: null, cases: null },
];

const counted = { images: 40, found: 9, read: 6, genuine: 2, dismissed: 4, leave_out: 3, let_in: 1, left_out: 2 };

/** Two versions: one measured in what it wrote and in what people made of it, one not at all. */
export const harmVersions: HarmVersions = {
  left_out: 5,
  versions: [
    { version: brief(2), seeds: 12, wrote: ofMeasures(null, null), became: ofMeasures(null, null) },
    {
      version: brief(1),
      seeds: 40,
      wrote: ofMeasures(
        { id: 7, candidate: "s4", truth: null, created_at: ago(3) },
        { ...counted, review: null, redo: null },
      ),
      became: ofMeasures(
        { id: 8, candidate: "s3", truth: null, created_at: ago(2) },
        { ...counted, found: 4, review: 2, redo: 1 },
      ),
    },
  ],
};
