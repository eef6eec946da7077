/**
 * A ranking of texts, each known by its place among those shown. While texts are still open, ranks may have gaps:
 * whoever types 2, 1, 3 means just that. Whatever else changes the order closes them.
 */
import type { RankingAnswer } from "./types";

/** By text: 1 is the best, null is not ranked yet. */
export type Ranks = RankingAnswer["ranks"];
/** From the best to the worst; the texts of one step are tied. */
export type Steps = readonly (readonly number[])[];

/** Where a text is put: into a step, before one (their count is the end), or among the open ones. */
export type Target = { into: number } | { before: number } | "out";

export function stepsOf(ranks: Ranks): Steps {
  const places = [...new Set(ranks.filter((rank) => rank !== null))].sort((a, b) => a - b);
  return places.map((place) => textsAt(ranks, place));
}

export function unranked(ranks: Ranks): readonly number[] {
  return textsAt(ranks, null);
}

function textsAt(ranks: Ranks, place: number | null): number[] {
  return ranks.flatMap((rank, text) => (rank === place ? [text] : []));
}

function ranksOf(steps: Steps, count: number): Ranks {
  const ranks: Ranks = Array.from({ length: count }, () => null);
  steps
    .filter((step) => step.length > 0)
    .forEach((step, at) => {
      for (const text of step) ranks[text] = at + 1;
    });
  return ranks;
}

export function dense(ranks: Ranks): Ranks {
  return ranksOf(stepsOf(ranks), ranks.length);
}

/** As many ranks as there are texts, whatever an answer says. */
export function fitted(ranks: Ranks, count: number): Ranks {
  return Array.from({ length: count }, (_, text) => ranks[text] ?? null);
}

export function isTied(ranks: Ranks, text: number): boolean {
  return tiedWith(ranks, text).length > 0;
}

export function tiedWith(ranks: Ranks, text: number): readonly number[] {
  const rank = ranks[text] ?? null;
  return rank === null ? [] : textsAt(ranks, rank).filter((other) => other !== text);
}

export function moveTo(ranks: Ranks, text: number, target: Target): Ranks {
  const rest = stepsOf(ranks).map((step) => step.filter((other) => other !== text));
  if (target === "out") return ranksOf(rest, ranks.length);
  const next =
    "into" in target
      ? rest.map((step, at) => (at === target.into ? [...step, text] : step))
      : rest.toSpliced(target.before, 0, [text]);
  return ranksOf(next, ranks.length);
}

/** Out of its tie, or past the step above; an open text comes last. */
export function moveUp(ranks: Ranks, text: number): Ranks {
  const { at, count } = placeOf(ranks, text);
  if (at === -1) return moveTo(ranks, text, { before: count });
  if (isTied(ranks, text)) return moveTo(ranks, text, { before: at });
  return at === 0 ? ranks : moveTo(ranks, text, { before: at - 1 });
}

export function moveDown(ranks: Ranks, text: number): Ranks {
  const { at, count } = placeOf(ranks, text);
  if (at === -1) return ranks;
  if (isTied(ranks, text)) return moveTo(ranks, text, { before: at + 1 });
  return at === count - 1 ? ranks : moveTo(ranks, text, { before: at + 2 });
}

/** Ties a text with the step above; one that is tied gets a step of its own, below. */
export function toggleTie(ranks: Ranks, text: number): Ranks {
  const { at, count } = placeOf(ranks, text);
  if (isTied(ranks, text)) return moveTo(ranks, text, { before: at + 1 });
  const above = at === -1 ? count - 1 : at - 1;
  return above < 0 ? ranks : moveTo(ranks, text, { into: above });
}

function placeOf(ranks: Ranks, text: number): { at: number; count: number } {
  const steps = stepsOf(ranks);
  return { at: steps.findIndex((step) => step.includes(text)), count: steps.length };
}

/** The rank that was named: beside those that have it, or where ties are refused, before them. */
export function giveRank(ranks: Ranks, text: number, rank: number, hasTies: boolean): Ranks {
  const others = ranks.map((other, index) => (index === text ? null : other));
  const next = hasTies ? others : withRoomAt(others, rank);
  next[text] = rank;
  return next.includes(null) ? next : dense(next);
}

/** Those from this rank on make room downwards, or upwards where there is none below. */
function withRoomAt(ranks: Ranks, rank: number): Ranks {
  const isTaken = (place: number) => ranks.includes(place);
  let free = rank;
  while (isTaken(free)) free += 1;
  if (free <= ranks.length) {
    return ranks.map((other) => (other !== null && other >= rank && other < free ? other + 1 : other));
  }
  free = rank;
  while (isTaken(free)) free -= 1;
  return ranks.map((other) => (other !== null && other > free && other <= rank ? other - 1 : other));
}

/** The letter that a text is called by. */
export function letterOf(text: number): string {
  return String.fromCharCode(65 + text);
}
