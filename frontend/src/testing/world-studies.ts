import type { ComparedResults, RatedResults, Study, StudyCase, TextFile } from "@/api/studies";
import type { Assignment } from "@/api/types";
import { ago, lena, makeJob, makeRow, notice } from "./world";
import * as hits from "./world-hits";

/** Studies of texts, invented: what is asked, what came of it, and single cases. */

export const metrics = [
  {
    key: "comprehensiveness",
    title: "Comprehensiveness",
    title_code: null,
    help: "Does it cover all that matters in the image: objects, people, the place, what happens and how things relate to each other?",
  },
  {
    key: "specificity",
    title: "Specificity",
    title_code: null,
    help: "Is it precise? “Two green parrots” says more than “some birds”, and the name of a landmark more than “a large building”.",
  },
  {
    key: "hallucination",
    title: "Hallucinations",
    title_code: null,
    help: "Is all of it true and to be seen in the image? Better is the text with fewer things that are wrong, made up or only guessed.",
  },
  {
    key: "tldr",
    title: "First lines as a summary",
    title_code: null,
    help: "Do the first lines alone tell in short what there is to expect in the image?",
  },
  {
    key: "human_like",
    title: "Human-likeness",
    title_code: null,
    help: "Does it read as if a person who writes well had written it, without stock phrases and repetitions?",
  },
];

export const texts = [
  "A red house with a steep roof stands on a green meadow under a pale blue sky. The front of the house has one dark door in the middle, slightly below the centre of the image. To its right, high above the roof, a pale round sun hangs in the sky. The meadow takes up the lower third of the image and is of one even green. There are no people, no animals and no trees to be seen. The light is flat, and nothing throws a shadow. The house is seen straight from the front, so that its sides cannot be seen; its walls meet the meadow in a straight line.",
  "The image shows a charming little house in a beautiful meadow. The house is red and has a black door, and its roof rises to a point. Above it the sky is clear and bright blue, with a large white sun or moon on the right. The overall mood is calm and peaceful, evoking a sense of rural simplicity and inviting the viewer to step inside. In the foreground a wide green meadow stretches from left to right.",
] as const;

const rating = (kind: string, settings: object) => ({
  key: "rating",
  title: "Rating",
  title_code: null,
  kind,
  settings: settings as Record<string, unknown>,
});

export function makeComparison(changes: Partial<Assignment> = {}): Assignment {
  return hits.makeAssignment(603, {
    project: { id: 5, name: "Study: first round or second" },
    stage: rating("side_by_side.v1", { metrics, justification: "required", min_words: 1 }),
    start: { scores: {} },
    about: { kind: "texts.v1", answer: { texts: [...texts], images: [] } },
    ...changes,
  });
}

export function makeGrading(): Assignment {
  return makeComparison({
    id: 604,
    stage: rating("likert.v1", {
      metrics: [
        {
          key: "overall",
          title: "Overall quality",
          title_code: null,
          help: "How well does this text describe the image to somebody who cannot see it? Think of what it covers, whether it is true, and how it reads.",
        },
      ],
      low_label: "Very poor",
      high_label: "Very good",
      comment: "optional",
    }),
    about: { kind: "texts.v1", answer: { texts: [texts[0]], images: [] } },
  });
}

const of = { type: "final", stage: "description" } as const;

export const files: TextFile[] = [
  { id: 3, name: "other-model", has_images: false, texts: 61, matched: 55, created_by: lena, created_at: ago(3) },
  {
    id: 2,
    name: "first try of the other model, before its prompts were changed in spring",
    has_images: false,
    texts: 400,
    matched: 12,
    created_by: lena,
    created_at: ago(30),
  },
];

export function makeStudy(changes: Partial<Study> = {}): Study {
  return {
    id: 1,
    name: "People or model",
    design: "side_by_side.v1",
    state: "open",
    sources: [
      { source: { type: "seed", stage: "description", version: null }, title: "Model 2" },
      { source: of, title: "People, final text" },
    ],
    options: {
      chosen: null,
      barring: "study",
      sample_size: 40,
      chunks: null,
      images: null,
      raters_per_item: 3,
      metrics,
      justification: "required",
      settings: {},
    },
    seed: 4_071_998_231,
    items: 40,
    ratings: 78,
    wanted: 120,
    work: { id: 5, name: "Study: People or model" },
    problem: "",
    job: null,
    created_by: lena,
    created_at: ago(4),
    closed_at: null,
    ...changes,
  };
}

export const grading = metrics
  .slice(0, 1)
  .map((metric) => ({ ...metric, key: "overall", title: "Overall quality", title_code: null }));

export const studies: Study[] = [
  makeStudy({
    id: 4,
    name: "Which seed to show",
    state: "preparing",
    ratings: 0,
    job: makeJob({ title: "Prepare the study Which seed to show" }),
    created_at: ago(0.01),
  }),
  makeStudy({
    id: 5,
    name: "A study that met a full disk",
    state: "failed",
    ratings: 0,
    work: null,
    problem: "The texts could not be read.",
    created_at: ago(1),
  }),
  makeStudy(),
  makeStudy({
    id: 2,
    name: "How good are three sources",
    design: "likert.v1",
    state: "closed",
    closed_at: ago(2),
    sources: [
      { source: { type: "seed", stage: "description", version: null }, title: "Model 2" },
      { source: of, title: "People, final text" },
      { source: { type: "file", file: 3 }, title: "Other model" },
    ],
    options: {
      chosen: null,
      barring: "study",
      sample_size: null,
      chunks: null,
      images: null,
      raters_per_item: 3,
      metrics: grading,
      justification: "optional",
      settings: {},
    },
    items: 120,
    ratings: 360,
    wanted: 360,
  }),
  makeStudy({
    id: 3,
    name: "Labels from the paper",
    state: "closed",
    work: null,
    closed_at: ago(9),
    items: 100,
    ratings: 100,
    wanted: 100,
    created_at: ago(9),
  }),
];

const shares = [
  [2, 5, 22, 41, 30],
  [4, 9, 25, 33, 29],
  [8, 14, 49, 21, 8],
  [5, 20, 38, 27, 10],
  [1, 3, 15, 44, 37],
] as const;

const ends = (low: number, high: number) => ({ low, high, images: 31, why: null });
const interval = (value: number, half: number) => ({ value, low: value - half, high: value + half, why: null });

export function makeCompared(changes: Partial<ComparedResults> = {}): ComparedResults {
  return {
    design: "side_by_side.v1",
    items: 40,
    ratings: 78,
    raters: 4,
    sources: ["Model 2", "People, final text"],
    levels: ["left++", "left+", "neutral", "right+", "right++"],
    metrics: metrics.map(({ key, title }, at) => {
      const percent = [...(shares[at] ?? shares[0])];
      const [a = 0, b = 0, , d = 0, e = 0] = percent;
      return {
        key,
        title,
        n: 78,
        counts: percent.map((share) => Math.round((share * 78) / 100)),
        percent,
        net: interval(d + e - a - b, 12 + at),
      };
    }),
    umbrellas: [
      { key: "recall", title: "Recall", ...interval(57, 11) },
      { key: "precision", title: "Precision", ...interval(7, 14) },
      { key: "writing_style", title: "Writing style", ...interval(44, 12) },
      { key: "overall", title: "Overall", ...interval(36, 9) },
    ],
    effects: {
      length: {
        rho: 0.41,
        low: 0.12,
        high: 0.64,
        n: 40,
        why: null,
        text: "Spearman's rho over the items: tokens of the second text less those of the first, and the mean overall score. Positive: longer texts are preferred.",
      },
      time: {
        rho: -0.08,
        n: 78,
        why: null,
        median_seconds_by_level: [612, 745, 930, 701, null],
        text: "Spearman's rho over the judgements: active seconds, and the overall score.",
      },
    },
    agreement: metrics.map(({ key }, at) => ({
      metric: key,
      alpha: at === 3 ? null : 0.62 - at * 0.11,
      why: at === 3 ? notice("All scores are the same.") : null,
      alpha_interval: ends(0.4 - at * 0.11, 0.8 - at * 0.11),
      pairwise: 0.71 - at * 0.07,
      pairwise_interval: ends(0.6 - at * 0.07, 0.82 - at * 0.07),
      items: 31,
    })),
    excluded: { rejected: 2, withdrawn: 0 },
    method:
      "Percentile bootstrap of 95% over the items (2,000 draws, seed 0): everything that was said of an item is drawn together.",
    ...changes,
  };
}

export function makeRated(): RatedResults {
  const { items, ratings, raters, excluded, method } = makeCompared();
  return {
    design: "likert.v1",
    items,
    ratings,
    raters,
    excluded,
    method,
    sources: ["Model 2", "People, final text", "Other model"],
    metrics: grading.map(({ key, title }) => ({
      key,
      title,
      by_source: [
        {
          source: "Model 2",
          items: 40,
          median_counts: [3, 8, 14, 11, 4],
          mean_of_medians: interval(3.13, 0.3),
          counts: [10, 25, 41, 33, 11],
        },
        {
          source: "People, final text",
          items: 40,
          median_counts: [0, 1, 5, 19, 15],
          mean_of_medians: interval(4.2, 0.22),
          counts: [1, 5, 19, 52, 43],
        },
        {
          source: "Other model",
          items: 12,
          median_counts: [2, 4, 4, 2, 0],
          mean_of_medians: { value: 2.5, low: null, high: null, why: notice("Fewer than two items.") },
          counts: [8, 11, 12, 5, 0],
        },
      ],
      difference: null,
    })),
    agreement: [
      {
        metric: "overall",
        alpha: 0.55,
        why: null,
        alpha_interval: ends(0.41, 0.67),
        pairwise: 0.48,
        pairwise_interval: ends(0.39, 0.58),
        items: 92,
      },
    ],
  };
}

const judged = (...pairs: [number, string][]) => ({
  scores: Object.fromEntries(
    metrics.map(({ key }, at) => [key, { score: pairs[at]?.[0] ?? 0, justification: pairs[at]?.[1] ?? "" }]),
  ),
});

export function makeCase(number: number): StudyCase {
  return {
    number,
    image: { ...makeRow(number).image },
    image_name: makeRow(number).image.name,
    chunk: null,
    stimuli: ["Model 2", "People, final text"].map((title, source) => ({
      source,
      title,
      text: texts[1 - source] ?? "",
      picture: null,
    })),
    ratings: [
      {
        rater: "Rater 1",
        order: [1, 0],
        answer: judged(
          [2, "Only the second one places the sun and says what is not there."],
          [1, "Names the proportions."],
          [1, "“Charming” cannot be seen."],
          [0, "Both begin with the house."],
          [2, "No stock phrases."],
        ),
        seconds: 702,
        verdict: "approved",
      },
      {
        rater: "Rater 2",
        order: [0, 1],
        answer: judged(
          [1, "A bit more complete."],
          [0, ""],
          [-1, "The door is black, not merely dark."],
          [-1, "The first one sums up sooner."],
          [1, ""],
        ),
        seconds: 455,
        verdict: "unreviewed",
      },
      {
        rater: "Rater 3",
        order: [0, 1],
        answer: judged(
          [-2, "I like the first."],
          [-2, "It is nicer."],
          [-2, "It is nicer."],
          [-2, "It is nicer."],
          [-2, "It is nicer."],
        ),
        seconds: 38,
        verdict: "rejected",
      },
    ],
  };
}
