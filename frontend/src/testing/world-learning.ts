import type { Loop, LoopEvent, Training, TrainingPoint } from "@/api/learning";
import type { OrderingPage, SeedQuality } from "@/api/seed-quality";
import { ago, lena, notice } from "./world";
import { brief } from "./world-models";

/** How the invented project learns: one training is over, one has been cancelled, the third batch is collected. */

const serving = brief(1, { state: "serving" });
const candidate = brief(2, { state: "candidate" });

export function makeTraining(changes: Partial<Training> = {}): Training {
  return {
    id: 7,
    connection: { id: 3, name: "street-vlm" },
    state: "succeeded",
    reason: "batch",
    base: serving,
    version: candidate,
    snapshot: { id: 2, digest: "60303ae22b998861", samples: 240, held_out: 24, facts: {} },
    settings: { epochs: 3, learning_rate: 0.0002 },
    finished_samples: 240,
    problem: null,
    progress: { step: 120, steps: 120, note: null },
    job: null,
    created_by: null,
    created_at: ago(1),
    started_at: ago(0.9),
    finished_at: ago(0.5),
    ...changes,
  };
}

export const trainings: Training[] = [
  makeTraining(),
  makeTraining({
    id: 6,
    state: "failed",
    reason: "manual",
    created_by: lena,
    version: null,
    problem: notice("The server has no room left."),
    created_at: ago(2),
  }),
];

export const points: TrainingPoint[] = [
  { step: 10, epoch: 0.25, loss: 2.4, held_out_loss: null, learning_rate: 0.0002, at: ago(0.9) },
  { step: 20, epoch: 0.5, loss: 1.9, held_out_loss: 2.1, learning_rate: 0.0002, at: ago(0.8) },
  { step: 30, epoch: 0.75, loss: 1.6125, held_out_loss: 1.8, learning_rate: 0.0001, at: ago(0.7) },
];

export function makeLoop(changes: Partial<Loop> = {}): Loop {
  return {
    connection: 3,
    is_on: true,
    batch_size: 100,
    promotion: "better",
    metric: "cider",
    margin: 0.01,
    fewest_held_out: 30,
    held_out_share: 0.1,
    training: {},
    metrics: ["cider", "rouge_l", "token_f1", "box_iou"],
    state: "collecting",
    finished: 262,
    counted: 200,
    next_at: 300,
    training_run: null,
    ...changes,
  };
}

const happened = { actor: null, training: null, version: null, seeding: null, data: {} };

export const events: LoopEvent[] = [
  {
    ...happened,
    id: 3,
    verb: "seeds_refreshed",
    ...notice("38 samples get new seeds from M1."),
    at: ago(0.4),
    seeding: 4,
  },
  {
    ...happened,
    id: 2,
    verb: "version_trained",
    ...notice("M2 of street-vlm is trained."),
    at: ago(0.5),
    training: 7,
    version: candidate,
  },
  { ...happened, id: 1, verb: "loop_changed", ...notice("Lena Berg changed the loop."), at: ago(3), actor: lena },
];

/** Of "detection" nothing is known; of M1 there is one image. */
export function makeSeedQuality(changes: Partial<SeedQuality> = {}): SeedQuality {
  return {
    stages: [
      { key: "objects", title: "Objects", title_code: null },
      { key: "description", title: "Image description", title_code: null },
    ],
    stage: "description",
    versions: [
      {
        version: brief(0),
        n: 180,
        figures: {
          kept: { mean: 0.412, low: 0.388, high: 0.437, n: 180, note: null },
          seconds: { mean: 212, low: 190, high: 240, n: 178, note: null },
        },
      },
      {
        version: serving,
        n: 1,
        figures: {
          kept: {
            mean: 0.634,
            low: null,
            high: null,
            n: 1,
            note: notice("One sample alone says nothing about others."),
          },
          seconds: null,
        },
      },
    ],
    arms: {
      seeded: { n: 40, figures: { seconds: { mean: 190, low: 170, high: 211, n: 40, note: null } } },
      unseeded: { n: 12, figures: { seconds: { mean: 290, low: 250, high: 333, n: 12, note: null } } },
      difference: { seconds: { mean: -100, low: -148, high: -52, n: 52, note: null } },
    },
    figures: [
      { name: "kept", title: "Words kept", unit: "share", better: "up" },
      { name: "seconds", title: "Active time", unit: "seconds", better: "down" },
      { name: "detection", title: "Boxes kept", unit: "share", better: "up" },
    ],
    ...changes,
  };
}

export function makeOrdering(): OrderingPage {
  return {
    rule: "random",
    available: [
      { rule: "random", title: "By chance", description: "No image is preferred.", possible: true, reason: null },
      {
        rule: "disagreement",
        title: "Disagreement",
        description: "Where two versions differ most.",
        possible: false,
        reason: notice("Only one version has made seeds."),
      },
      {
        rule: "diversity",
        title: "Diversity",
        description: "Images unlike those finished.",
        possible: true,
        reason: null,
      },
    ],
    current: null,
  };
}
