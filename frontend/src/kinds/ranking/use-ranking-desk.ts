import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useAnnouncer } from "@/canvas/announcer";
import {
  giveRank,
  letterOf,
  moveDown,
  moveTo,
  moveUp,
  stepsOf,
  tiedWith,
  toggleTie,
  unranked,
  type Ranks,
  type Target,
} from "./model";
import type { useRanking } from "./use-ranking";

interface Options {
  ranking: ReturnType<typeof useRanking>;
  panel: RefObject<HTMLElement | null>;
  isReadOnly: boolean;
  /** The part of the answer that was refused first, at this attempt to submit. */
  attempt: number;
  refused: string | undefined;
  hasPictures: boolean;
}

/** Where the keyboard is to be once the texts stand in their new order. */
interface FocusWish {
  text: number;
  /** One of its buttons; the card itself where there is none of this name. */
  act?: string | undefined;
}

export type RankingDesk = ReturnType<typeof useRankingDesk>;

/** What can be done with the marked text, and what is said of it. */
export function useRankingDesk({ ranking, panel, isReadOnly, attempt, refused, hasPictures }: Options) {
  const { t } = useTranslation("workbench");
  const nameOf = (text: number) => t(hasPictures ? "ranking.image" : "ranking.text", { letter: letterOf(text) });
  const place = usePlaceWords(nameOf);
  const { ranks, rank } = ranking;
  const [at, setAt] = useState(() => unranked(ranks)[0] ?? 0);
  const [announce, liveRegion] = useAnnouncer();
  const focus = useFocus(panel);

  const change = (text: number, update: (ranks: Ranks) => Ranks, wish: FocusWish = { text }) => {
    if (isReadOnly) return;
    const next = rank(update);
    announce(place(next, text));
    setAt(wish.text);
    focus(wish);
  };
  const select = (text: number) => {
    setAt(text);
    focus({ text });
  };
  const history = (act: () => boolean, sentence: string) => {
    if (!isReadOnly && act()) announce(sentence);
  };
  useEffect(() => {
    if (attempt === 0 || refused === undefined) return;
    const [, text] = /^ranks\[(\d+)\]$/.exec(refused) ?? [];
    const part = text === undefined ? "textarea, [data-text]" : `[data-text="${text}"]`;
    panel.current?.querySelector<HTMLElement>(part)?.focus();
    // Only a new attempt moves the focus, never the fixing of a problem.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
  return {
    at,
    /** What raters call it, such as “Text A”. */
    nameOf,
    liveRegion,
    /** The text that has the focus; it is not brought into view, or a press on it could be lost. */
    setAt,
    select,
    /** The next card as they stand on the page. */
    step: (by: 1 | -1) => {
      const order = [...stepsOf(ranks).flat(), ...unranked(ranks)];
      const next = order[order.indexOf(at) + by];
      if (next !== undefined) select(next);
    },
    /** Whoever gives ranks by number goes on to what still lacks one. */
    give: (place: number, hasTies: boolean) => {
      const open = unranked(ranks).filter((text) => text !== at);
      const next = open.find((text) => text > at) ?? open[0] ?? at;
      change(at, (before) => giveRank(before, at, place, hasTies), { text: next });
    },
    up: (text = at, act?: string) => change(text, (before) => moveUp(before, text), { text, act }),
    down: (text = at, act?: string) => change(text, (before) => moveDown(before, text), { text, act }),
    tie: (text = at, act?: string) => change(text, (before) => toggleTie(before, text), { text, act }),
    takeOut: (text = at) => change(text, (before) => moveTo(before, text, "out")),
    drop: (text: number, target: Target) => change(text, (before) => moveTo(before, text, target)),
    toReasons: () => panel.current?.querySelector("textarea")?.focus(),
    undo: () => history(ranking.undo, t("ranking.undone")),
    redo: () => history(ranking.redo, t("ranking.redone")),
  };
}

/** A text and where it stands, in words. */
export function usePlaceWords(nameOf: (text: number) => string) {
  const { t } = useTranslation("workbench");
  return (ranks: Ranks, text: number): string => {
    const what = nameOf(text);
    const place = ranks[text] ?? null;
    if (place === null) return t("ranking.is_open", { what });
    const others = tiedWith(ranks, text);
    return others.length === 0
      ? t("ranking.is_at", { what, place })
      : t("ranking.is_tied", { what, place, others: others.map(letterOf).join(", ") });
  };
}

/** A card that moves to another step is drawn anew there: the focus follows it. */
function useFocus(panel: RefObject<HTMLElement | null>) {
  const wish = useRef<FocusWish | null>(null);
  const [, draw] = useState(0);
  useLayoutEffect(() => {
    if (wish.current === null) return;
    const { text, act } = wish.current;
    wish.current = null;
    const card = panel.current?.querySelector<HTMLElement>(`[data-text="${String(text)}"]`);
    const button = act === undefined ? null : card?.querySelector<HTMLElement>(`[data-act="${act}"]`);
    (button ?? card)?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest" });
  });
  return (next: FocusWish) => {
    wish.current = next;
    draw((count) => count + 1);
  };
}
