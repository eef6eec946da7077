import type { NoRepeat, Recipe, RecipeSettings, StageChanges, StageSpec } from "@/api/types";

export const SPLITS = ["train", "val", "test"] as const;

/** The rules of one stage as a form holds them. */
export interface StageRules {
  /** Only of optional stages: whether the project takes it in. */
  enabled: boolean;
  /** Empty where a split has no number of its own. */
  bySplit: Record<string, number | "">;
  inHits: boolean;
  hitSize: number;
  hitMinutes: number;
  goldRate: number;
  goldMet: boolean;
  leaseMinutes: number;
  earlierTexts: boolean;
  /** The keys of the teams whose people it asks; none asks everybody. */
  teams: string[];
  settings: Record<string, unknown>;
}

/** The rules of a recipe as a form holds them. */
export interface RecipeRules {
  rounds: Record<string, number>;
  early: boolean;
  threshold: number;
  ngram: number;
  noRepeat: NoRepeat;
  stages: Record<string, StageRules>;
}

/** The stages of a recipe in their order, those that are off with the rest. */
export function allStages(recipe: Recipe): { stage: StageSpec; optional: boolean }[] {
  const stages = recipe.stages.map((stage) => ({ stage, optional: false }));
  for (const { stage, before } of recipe.optional_stages) {
    const place = stages.findIndex((entry) => entry.stage.key === before);
    stages.splice(place < 0 ? stages.length : place, 0, { stage, optional: true });
  }
  return stages;
}

function stageRules({ stage, optional }: { stage: StageSpec; optional: boolean }): StageRules {
  return {
    enabled: !optional,
    bySplit: Object.fromEntries(SPLITS.map((split) => [split, stage.rounds_by_split[split] ?? ""])),
    inHits: Boolean(stage.hit),
    hitSize: stage.hit?.size ?? 5,
    hitMinutes: stage.hit?.minutes ?? 30,
    goldRate: stage.gold_rate,
    goldMet: stage.gold_met,
    leaseMinutes: stage.lease_minutes,
    earlierTexts: stage.earlier_texts,
    teams: stage.teams,
    settings: stage.settings,
  };
}

export function rulesOf(recipe: Recipe): RecipeRules {
  const stop = recipe.stages.find((stage) => stage.stop)?.stop;
  const stages = allStages(recipe);
  return {
    rounds: Object.fromEntries(stages.map(({ stage }) => [stage.key, stage.rounds])),
    early: stop?.enabled ?? false,
    threshold: stop?.threshold ?? 0.8,
    ngram: stop?.n ?? 1,
    noRepeat: recipe.no_repeat,
    stages: Object.fromEntries(stages.map((entry) => [entry.stage.key, stageRules(entry)])),
  };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What is different in one stage; nothing else is sent, so that nothing else can be changed by mistake. */
function stageChanges(before: StageRules, after: StageRules): StageChanges {
  const changes: StageChanges = {};
  if (after.enabled && !before.enabled) changes.enabled = true;
  if (!same(before.bySplit, after.bySplit)) {
    const limits = Object.entries(after.bySplit).filter((entry): entry is [string, number] => entry[1] !== "");
    changes.rounds_by_split = Object.fromEntries(limits);
  }
  const hitOf = ({ inHits, hitSize, hitMinutes }: StageRules) =>
    inHits ? { size: hitSize, minutes: hitMinutes } : null;
  if (!same(hitOf(before), hitOf(after))) changes.hit = hitOf(after);
  if (before.goldRate !== after.goldRate) changes.gold_rate = after.goldRate;
  if (before.goldMet !== after.goldMet) changes.gold_met = after.goldMet;
  if (before.leaseMinutes !== after.leaseMinutes) changes.lease_minutes = after.leaseMinutes;
  if (before.earlierTexts !== after.earlierTexts) changes.earlier_texts = after.earlierTexts;
  if (!same(before.teams, after.teams)) changes.teams = after.teams;
  const settings = Object.entries(after.settings).filter(([key, value]) => !same(value, before.settings[key]));
  if (settings.length > 0) changes.settings = Object.fromEntries(settings);
  return changes;
}

/** The wishes a form stands for, seen against the recipe it began with. */
export function toSettings(rules: RecipeRules, recipe: Recipe): RecipeSettings {
  const before = rulesOf(recipe);
  const isIn = (key: string) => rules.stages[key]?.enabled ?? true;
  const changed = Object.entries(rules.stages).flatMap(([key, after]): [string, StageChanges][] => {
    const old = before.stages[key];
    if (!old || !after.enabled) return [];
    const changes = stageChanges(old, after);
    return Object.keys(changes).length > 0 ? [[key, changes]] : [];
  });
  return {
    no_repeat: rules.noRepeat,
    rounds: Object.fromEntries(Object.entries(rules.rounds).filter(([key]) => isIn(key))),
    early_stopping: rules.early,
    threshold: rules.threshold,
    ngram: rules.ngram,
    ...(changed.length > 0 ? { stages: Object.fromEntries(changed) } : {}),
  };
}

/**
 * The fewest different people who can take one image through all stages. Judges are counted apart:
 * nobody judges answers on an image where they wrote one.
 */
export function peopleNeeded(rules: RecipeRules, recipe: Recipe): number {
  const most = (key: string) => {
    const split = Object.values(rules.stages[key]?.bySplit ?? {}).filter((count) => count !== "");
    return Math.max(rules.rounds[key] ?? 0, ...split);
  };
  const asked = allStages(recipe).filter(({ stage }) => !stage.given);
  const stages = asked.filter(({ stage }) => rules.stages[stage.key]?.enabled ?? true);
  const writing = stages.filter(({ stage }) => !stage.about).map(({ stage }) => most(stage.key));
  const judging = stages.filter(({ stage }) => stage.about).map(({ stage }) => most(stage.key));
  const writers =
    rules.noRepeat === "sample" ? writing.reduce((sum, count) => sum + count, 0) : Math.max(0, ...writing);
  return writers + Math.max(0, ...judging);
}
