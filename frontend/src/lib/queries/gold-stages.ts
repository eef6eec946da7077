import { useQuery } from "@tanstack/react-query";
import type { GoldValue } from "@/api/quality";
import { isCaptionAnswer, isVoteAnswer, type Answer, type Project, type StageSpec } from "@/api/types";
import { checkableParts } from "@/lib/checkable";
import { projectQuery } from "./projects";

/** A stage for which an answer can be gold, with the parts that can be known there. */
export interface GoldStage {
  key: string;
  title: string;
  parts: Record<string, GoldValue>;
  /** The answer is what is judged there; else it is itself the right answer. */
  judges: boolean;
  /** Nothing has one right value there: a good answer is an example for practice, and no more. */
  isExample: boolean;
}

/** Where an answer can be used as gold: in its own stage, and in those that judge it. */
export function goldStages(recipe: Project["recipe"], stageKey: string, answer: Answer): GoldStage[] {
  if (recipe === null) return [];
  const own = ownStage(
    recipe.stages.find(({ key }) => key === stageKey),
    stageKey,
    answer,
  );
  const judging = recipe.stages.filter(({ about }) => about === stageKey).map(judgingStage);
  return [own, ...judging].filter(({ parts, isExample }) => isExample || Object.keys(parts).length > 0);
}

export function useGoldStages(projectId: number, stageKey: string, answer: Answer): GoldStage[] {
  return goldStages(useQuery(projectQuery(projectId)).data?.recipe ?? null, stageKey, answer);
}

function ownStage(stage: StageSpec | undefined, key: string, answer: Answer): GoldStage {
  const known = Object.entries(checkableParts(answer));
  // What a stage does not ask of anybody cannot be known of an answer.
  const parts = stage ? known.filter(([path]) => isAsked(stage, path)) : known;
  return {
    key,
    title: stage?.title ?? key,
    parts: Object.fromEntries(parts),
    judges: false,
    isExample: isExampleOnly(answer),
  };
}

function isAsked({ settings }: StageSpec, path: string): boolean {
  if (path === "canned") return settings.canned_text !== null;
  return path !== "text_detected" || settings.ask_text !== false;
}

function judgingStage({ key, title, settings }: StageSpec): GoldStage {
  const criteria = Array.isArray(settings.criteria) ? (settings.criteria as { key: string }[]) : [];
  const parts = criteria.map((criterion): [string, GoldValue] => [`votes.${criterion.key}`, true]);
  return { key, title, parts: Object.fromEntries(parts), judges: true, isExample: false };
}

function isExampleOnly(answer: Answer): boolean {
  return !isCaptionAnswer(answer) && !isVoteAnswer(answer);
}
