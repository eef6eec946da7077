import type { NoRepeat, Recipe, RecipeSettings } from "@/api/types";

/** The rules of a recipe as a form holds them. */
export interface RecipeRules {
  rounds: Record<string, number>;
  early: boolean;
  threshold: number;
  ngram: number;
  noRepeat: NoRepeat;
}

export function rulesOf(recipe: Recipe): RecipeRules {
  const stop = recipe.stages.find((stage) => stage.stop)?.stop;
  return {
    rounds: Object.fromEntries(recipe.stages.map((stage) => [stage.key, stage.rounds])),
    early: stop?.enabled ?? false,
    threshold: stop?.threshold ?? 0.8,
    ngram: stop?.n ?? 1,
    noRepeat: recipe.no_repeat,
  };
}

export function toSettings(rules: RecipeRules): RecipeSettings {
  return {
    no_repeat: rules.noRepeat,
    rounds: rules.rounds,
    early_stopping: rules.early,
    threshold: rules.threshold,
    ngram: rules.ngram,
  };
}

/** The fewest different people who can take one image through all stages. */
export function peopleNeeded(rules: RecipeRules): number {
  const rounds = Object.values(rules.rounds);
  if (rounds.length === 0) return 0;
  return rules.noRepeat === "sample" ? rounds.reduce((sum, count) => sum + count, 0) : Math.max(...rounds);
}
