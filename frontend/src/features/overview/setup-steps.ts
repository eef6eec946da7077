import type { Overview } from "@/api/dashboards";
import type { Recipe } from "@/api/types";
import { peopleNeeded, rulesOf } from "@/lib/recipe-rules";

/** One thing to be done before people can work. */
export interface SetupStep {
  key: "images" | "seeds" | "people" | "answers";
  isDone: boolean;
  /** What its sentence counts. */
  values: Readonly<Record<string, number>>;
}

/** Whether anything has been answered in some stage. */
export function hasAnswers({ progress }: Overview): boolean {
  return progress.by_stage.some(({ done }) => done > 0);
}

/** What a project needs before its first answer, in the order in which one thing waits for another; none after it. */
export function setupSteps(overview: Overview, recipe: Recipe): SetupStep[] {
  if (hasAnswers(overview)) return [];
  const { samples, waiting } = overview.progress;
  const needed = peopleNeeded(rulesOf({ ...recipe, optional_stages: [] }), recipe);
  const here = overview.blocked.annotators;
  const steps: SetupStep[] = [
    { key: "images", isDone: samples > 0, values: { count: samples } },
    { key: "seeds", isDone: samples > 0 && waiting === 0, values: { count: waiting } },
    { key: "people", isDone: here >= needed, values: { count: needed, here } },
    { key: "answers", isDone: false, values: {} },
  ];
  const isSeeded = recipe.stages.some(({ seeded }) => seeded);
  return steps.filter(({ key }) => key !== "seeds" || isSeeded);
}
