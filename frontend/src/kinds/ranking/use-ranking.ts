import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { CanvasStore, type Items } from "@/canvas/store";
import { fitted, type Ranks } from "./model";
import type { RankingAnswer } from "./types";

interface RankedText {
  id: string;
  rank: number | null;
}

const ranksIn = (items: Items<RankedText>): Ranks => items.map(({ rank }) => rank);

/** Texts whose rank stays keep their identity: only so the history knows a change from none. */
function withRanks(items: Items<RankedText>, ranks: Ranks): Items<RankedText> {
  return items.map((item, text) => {
    const rank = ranks[text] ?? null;
    return item.rank === rank ? item : { ...item, rank };
  });
}

/** The ranking of `count` texts with its history, and the reasons; each change is told at once. */
export function useRanking(initial: RankingAnswer, count: number, onChange: (answer: RankingAnswer) => void) {
  const [store] = useState(
    () => new CanvasStore(fitted(initial.ranks, count).map((rank, text) => ({ id: String(text), rank }))),
  );
  const items = useSyncExternalStore(store.subscribe, store.snapshot);
  const ranks = useMemo(() => ranksIn(items), [items]);
  const [justification, setJustification] = useState(initial.justification);
  const reasons = useRef(justification);
  useEffect(
    () => store.subscribe((event) => onChange({ ranks: [...ranksIn(event.items)], justification: reasons.current })),
    [store, onChange],
  );
  const explain = useCallback(
    (text: string) => {
      reasons.current = text;
      setJustification(text);
      onChange({ ranks: [...ranksIn(store.items)], justification: text });
    },
    [store, onChange],
  );
  const rank = useCallback(
    (update: (ranks: Ranks) => Ranks): Ranks => {
      store.edit("rank", (before) => withRanks(before, update(ranksIn(before))));
      return ranksIn(store.items);
    },
    [store],
  );
  return {
    ranks,
    justification,
    explain,
    /** Tells the ranks there are then. */
    rank,
    canUndo: store.canUndo,
    canRedo: store.canRedo,
    undo: () => store.undo() !== null,
    redo: () => store.redo() !== null,
  };
}
