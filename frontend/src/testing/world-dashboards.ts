import type {
  Annotator,
  AnnotatorDetail,
  AnnotatorText,
  Categories,
  Forecast,
  Overview,
  Rounds,
  StageDashboard,
  Stopping,
} from "@/api/dashboards";
import { ada, ago, makeJob, makeRow, mei, notice, tomas } from "./world";

/** What the dashboards say of the invented project. */

/** A distribution around a middle, as the server sends it. */
export function spread(n: number, middle: number, wide = middle / 2) {
  if (n === 0) return { n, mean: null, q10: null, q25: null, median: null, q75: null, q90: null, error: 0, bins: [] };
  const at = (share: number) => middle + share * wide;
  return {
    n,
    mean: at(0.1),
    q10: at(-0.8),
    q25: at(-0.4),
    median: middle,
    q75: at(0.5),
    q90: at(1),
    error: 0,
    bins: [
      { low: at(-1), high: at(-0.25), count: Math.floor(n / 3) },
      { low: at(-0.25), high: at(0.5), count: n - 2 * Math.floor(n / 3) },
      { low: at(0.5), high: null, count: Math.floor(n / 3) },
    ],
  };
}

const day = (days: number) => ago(days).slice(0, 10);

export function makeForecast(changes: Partial<Forecast> = {}): Forecast {
  return {
    state: "known",
    remaining: 8,
    per_day: { mean: 0.4, low: 0.2, high: 0.7 },
    days_seen: 14,
    expected: "2027-03-14",
    earliest: "2027-03-02",
    latest: "2027-04-20",
    level: 0.9,
    method: notice("A bootstrap over the days seen."),
    ...changes,
  };
}

/** Images of two splits by category; the test split names none of its own. */
export const makeCategories = (changes: Partial<Categories> = {}): Categories => ({
  field: "category",
  fields: [
    { name: "category", images: 90 },
    { name: "Artist", images: 12 },
  ],
  splits: [
    { split: "test", images: 20, none_given: 0 },
    { split: "train", images: 80, none_given: 10 },
  ],
  different: 23,
  top: [
    { category: "Food", images: 50, by_split: [5, 45] },
    { category: "Art", images: 40, by_split: [15, 25] },
  ],
  ...changes,
});

export const overview: Overview = {
  progress: {
    samples: 14,
    waiting: 2,
    open: 6,
    waiting_for_batch: 0,
    done: 5,
    withdrawn: 1,
    by_stage: [
      { key: "objects", title: "Objects", title_code: null, open: 3, held: 1, done: 10, before: 2, here: 4, passed: 7 },
      {
        key: "description",
        title: "Image description",
        title_code: null,
        open: 3,
        held: 2,
        done: 5,
        before: 6,
        here: 2,
        passed: 5,
      },
    ],
    by_split: [
      { split: "train", samples: 10, waiting: 1, open: 4, waiting_for_batch: 0, done: 4, withdrawn: 1 },
      { split: "", samples: 4, waiting: 1, open: 2, waiting_for_batch: 0, done: 1, withdrawn: 0 },
    ],
  },
  forecast: makeForecast(),
  time_per_task: [
    { stage: "objects", title: "Objects", title_code: null, index: 1, seconds: spread(10, 372) },
    { stage: "description", title: "Image description", title_code: null, index: 1, seconds: spread(8, 611) },
    { stage: "description", title: "Image description", title_code: null, index: 2, seconds: spread(6, 428) },
  ],
  rounds: [
    {
      stage: "objects",
      title: "Objects",
      title_code: null,
      index: 1,
      submissions: 10,
      tokens_mean: 84.2,
      active_seconds_mean: 372,
      jaccard_mean: 0.41,
      edit_distance_mean: 52.4,
      from_scratch: 0,
      stopped_early: 0,
    },
    {
      stage: "description",
      title: "Image description",
      title_code: null,
      index: 1,
      submissions: 8,
      tokens_mean: 171.5,
      active_seconds_mean: 611,
      jaccard_mean: 0.36,
      edit_distance_mean: 122.9,
      from_scratch: 2,
      stopped_early: 0,
    },
    {
      stage: "description",
      title: "Image description",
      title_code: null,
      index: 2,
      submissions: 6,
      tokens_mean: 204.7,
      active_seconds_mean: 428,
      jaccard_mean: 0.71,
      edit_distance_mean: 64.3,
      from_scratch: 0,
      stopped_early: 2,
    },
    {
      stage: "description",
      title: "Image description",
      title_code: null,
      index: 3,
      submissions: 3,
      tokens_mean: 213.0,
      active_seconds_mean: 255,
      jaccard_mean: 0.88,
      edit_distance_mean: 22.0,
      from_scratch: 0,
      stopped_early: 0,
    },
  ],
  objects: { kept: 31, edited: 24, added: 18, removed: 11, merged: 5 },
  days: Array.from({ length: 14 }, (_, day) => ({
    day: ago(13 - day).slice(0, 10),
    submissions: [2, 0, 3, 5, 1, 0, 4, 6, 3, 2, 0, 1, 5, 4][day] ?? 0,
    finished_samples: [0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0][day] ?? 0,
  })),
  blocked: { samples_waiting_for_new_people: 3, annotators: 3 },
  jobs: [makeJob()],
  worker: { alive: true, needed: true, last_seen: ago(0.0001) },
};

const figure = (mean: number | null, pool_mean: number | null, n = 12) => ({ mean, n, pool_mean });

const figures = (seconds: number, share: number) => ({
  seconds: figure(seconds, 420),
  edit_share: figure(share, 0.41),
  jaccard: figure(0.62, 0.58),
  tokens: figure(184, 176.4),
});

export function makeAnnotator(changes: Partial<Annotator> = {}): Annotator {
  return {
    user: ada,
    role: "annotator",
    is_blocked: false,
    submissions: 12,
    first_at: day(9),
    last_at: ago(0.1),
    is_new: false,
    figures: figures(401, 0.52),
    skips: 1,
    passed_on: { number: 8, of: 40, answers: 10, low: 0.09, high: 0.4 },
    unchanged: { number: 3, of: 40, low: 0.03, high: 0.2 },
    flags: { open: 1, total: 3 },
    gold: { right: 7, n: 8 },
    reviews: { approved: 5, rejected: 1 },
    evidence: { score: 0, questioned: 1, answers: 100, gold_wrong: 0, gold: 0 },
    warnings: [],
    ...changes,
  };
}

export const annotators: Annotator[] = [
  makeAnnotator(),
  makeAnnotator({
    user: tomas,
    submissions: 9,
    gold: null,
    passed_on: null,
    unchanged: null,
    reviews: { approved: 0, rejected: 0 },
    evidence: { score: 0, questioned: 0, answers: 12, gold_wrong: 0, gold: 0 },
    flags: { open: 0, total: 0 },
  }),
  makeAnnotator({
    user: mei,
    submissions: 6,
    is_new: true,
    figures: figures(38, 0.04),
    warnings: [
      {
        code: "time_low",
        figure: "seconds",
        stage: "description",
        value: 38,
        low: 150,
        high: 900,
        n: 6,
        ...notice(
          "Image description: 38 s per answer in the mean of 6. By what 5 others did in the same rounds, 150 s to 900 s would be usual.",
        ),
      },
    ],
  }),
];

export function makeAnnotatorDetail(changes: Partial<AnnotatorDetail> = {}): AnnotatorDetail {
  return {
    ...(annotators[2] as Annotator),
    weeks: [
      { start: "2026-11-02", n: 4, figures: figures(52, 0.06) },
      { start: "2026-11-09", n: 2, figures: figures(38, 0.04) },
    ],
    by_stage: [
      {
        stage: "description",
        title: "Image description",
        title_code: null,
        index: 2,
        submissions: 6,
        figures: figures(38, 0.04),
        passed_on: { number: 2, of: 6, answers: 6, low: 0.1, high: 0.7 },
        unchanged: { number: 2, of: 6, low: 0.1, high: 0.7 },
      },
    ],
    flags_by_code: [{ code: "time_outlier", title: "Unusual time", open: 1, total: 2 }],
    ...changes,
  };
}

export function makeText(changes: Partial<AnnotatorText> = {}): AnnotatorText {
  const { id, name, width, height, urls, hints } = makeRow(2).image;
  return {
    annotation: 502,
    sample: 2,
    image: { id, name, width, height, urls, hints },
    stage: "description",
    index: 2,
    at: ago(0.2),
    active_seconds: 38,
    before: "A red car stands.",
    after: "A dark red car waits.",
    figures: { tokens: 5, edit_distance: 2, edit_share: 0.4, jaccard: 0.5 },
    verdict: "unreviewed",
    flags: ["time_outlier"],
    ...changes,
  };
}

const stages = [
  { key: "objects", title: "Objects", title_code: null, mode: "sequential" as const },
  { key: "description", title: "Image description", title_code: null, mode: "sequential" as const },
];

const roundOf = (index: number, n: number) => ({
  index,
  submissions: n,
  from_scratch: index === 1 ? 3 : 0,
  stopped_early: index === 2 ? 9 : 0,
  tokens: spread(n, 150 + 20 * index),
  seconds: spread(n, 900 - 200 * index),
  jaccard: index === 1 ? spread(0, 0) : spread(n, 0.5 + 0.1 * index, 0.2),
});

export function makeRounds(changes: Partial<Rounds> = {}): Rounds {
  const weeks = ["2026-10-26", "2026-11-02", "2026-11-09"];
  return {
    stages,
    stage: "description",
    from: null,
    to: null,
    small_n: 30,
    ngram: 1,
    rounds: [roundOf(1, 120), roundOf(2, 80), roundOf(3, 12)],
    calendar: {
      unit: "week",
      pairs: [
        [1, 2],
        [2, 3],
      ].map(([first = 0, second = 0]) => ({
        first,
        second,
        points: weeks.map((start, place) => ({ start, n: 40, jaccard: spread(40, 0.4 + 0.1 * place, 0.2) })),
      })),
      rounds: [1, 2, 3].map((index) => ({
        index,
        points: weeks.map((start) => ({
          start,
          n: 40,
          tokens: spread(40, 150 + 20 * index),
          seconds: spread(40, 600),
        })),
      })),
    },
    ...changes,
  };
}

export function makeStopping(changes: Partial<Stopping> = {}): Stopping {
  return {
    stages: stages.slice(1),
    stage: "description",
    rule: { n: 1, threshold: 0.8, enabled: true },
    ngram: 1,
    rounds_allowed: 3,
    rounds_done: 200,
    seconds_done: 90_000,
    fewer: null,
    small_n: 30,
    thresholds: Array.from({ length: 51 }, (_, place) => ({
      threshold: place / 50,
      rounds_saved: 100 - 2 * place,
      share_saved: (100 - 2 * place) / 200,
      seconds_saved: 400 * (100 - 2 * place),
      edit_distance_lost: 30 * (100 - 2 * place),
      tokens_lost: 12 * (100 - 2 * place),
      would_go_on: place > 40 ? place - 40 : 0,
    })),
    ...changes,
  };
}

export function makeStage(changes: Partial<StageDashboard> = {}): StageDashboard {
  return {
    stage: {
      key: "description",
      title: "Image description",
      title_code: null,
      kind: "description.v1",
      mode: "sequential",
      rounds: 3,
    },
    samples: { before: 6, here: 2, passed: 5 },
    tasks: { open: 3, held: 2, done: 17 },
    rounds: makeRounds().rounds,
    skips: 4,
    flags_open: 2,
    oldest: [{ sample: 2, image: "market-square-002.jpg", round: 2, since: ago(6) }],
    objects: null,
    ...changes,
  };
}

/** The demo's project compares texts and has no batches, no crowd and no webhooks. */
export const pagesInUse = ["rounds", "stopping", "gold", "learning", "seed_quality", "studies", "texts", "harms"];
