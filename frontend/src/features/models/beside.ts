import type { Trial, TrialResult } from "@/api/models";

/** The tries of two versions on one image. */
export type Pair = readonly [number, number];

/** "5-6,7-8", as it stands in the address. */
export const textOfBeside = (pairs: readonly Pair[]): string => pairs.map((pair) => pair.join("-")).join(",");

export function besideOf(text: string | undefined): Pair[] {
  return (text ?? "").split(",").flatMap((pair): Pair[] => {
    const found = /^(\d+)-(\d+)$/.exec(pair);
    return found ? [[Number(found[1]), Number(found[2])]] : [];
  });
}

export interface Sums {
  seconds: number;
  promptTokens: number;
  completionTokens: number;
  cost: number;
}

export function sumsOf(results: readonly TrialResult[]): Sums {
  const usages = results.flatMap(({ provenance }) => provenance.flatMap(({ usage }) => usage ?? []));
  return {
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
    promptTokens: usages.reduce((sum, usage) => sum + usage.prompt_tokens, 0),
    completionTokens: usages.reduce((sum, usage) => sum + usage.completion_tokens, 0),
    cost: usages.reduce((sum, usage) => sum + usage.cost, 0),
  };
}

export const resultsOf = (trials: readonly (Trial | undefined)[]): TrialResult[] =>
  trials.flatMap((trial) => trial?.result ?? []);
