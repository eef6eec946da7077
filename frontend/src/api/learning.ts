/** Names for what the pages about learning are sent, out of the generated schema. */
import type { components } from "./schema";

type S = components["schemas"];

export type Training = S["Training"];
export type TrainingState = Training["state"];
export type TrainingPoint = S["TrainingPoint"];
export type TrainingPoints = S["TrainingPoints"];

export type Loop = S["Loop"];
export type LoopState = Loop["state"];
export type LoopEvent = S["LoopEvent"];
export type LoopSettings = Pick<
  Loop,
  | "connection"
  | "is_on"
  | "batch_size"
  | "promotion"
  | "metric"
  | "margin"
  | "fewest_held_out"
  | "held_out_share"
  | "training"
>;
export type PromotionRule = Loop["promotion"];
