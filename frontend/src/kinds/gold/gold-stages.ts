import { useQuery } from "@tanstack/react-query";
import type { Answer, Project } from "@/api/types";
import { projectQuery } from "@/lib/queries/projects";
import type { KnownParts } from "../kind";
import { kindNamed } from "../registry";

/** A stage for which an answer can be gold, with the parts that can be known there. */
export interface GoldStage {
  key: string;
  title: string;
  kind: string;
  parts: KnownParts;
  /** The answer is what is judged there; else it is itself the right answer. */
  judges: boolean;
  /** Nothing has one right value there: a good answer is an example for practice, and no more. */
  isExample: boolean;
}

/** The stage an answer was given in. */
export interface StageOfAnswer {
  key: string;
  kind: string;
}

/** Where an answer can be used as gold: in its own stage, and in those that judge it. */
export function goldStages(recipe: Project["recipe"], { key, kind }: StageOfAnswer, answer: Answer): GoldStage[] {
  if (recipe === null) return [];
  const stage = recipe.stages.find((known) => known.key === key);
  const { gold } = kindNamed(kind);
  const own = {
    key,
    title: stage?.title ?? key,
    kind,
    // What a stage does not ask of anybody cannot be known of an answer.
    parts: gold?.parts(answer, stage?.settings) ?? {},
    judges: false,
    isExample: gold === undefined,
  };
  const judging = recipe.stages
    .filter(({ about }) => about === key)
    .map(({ key, title, kind, settings }) => {
      const parts = kindNamed(kind).gold?.partsOfGood?.(settings) ?? {};
      return { key, title, kind, parts, judges: true, isExample: false };
    });
  return [own, ...judging].filter(({ parts, isExample }) => isExample || Object.keys(parts).length > 0);
}

export function useGoldStages(projectId: number, stage: StageOfAnswer, answer: Answer): GoldStage[] {
  return goldStages(useQuery(projectQuery(projectId)).data?.recipe ?? null, stage, answer);
}
