import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import type { ViewportControls } from "@/canvas/use-viewport";
import { boxToScreen } from "@/canvas/viewport";
import { useStable } from "@/lib/use-stable";
import { isInSight, nextOf, unreadIn } from "./looks";
import type { ObjectsEditor } from "./use-objects";

/** So long an object must be open and in sight to count as looked at. */
export const LOOK_MS = 800;

interface Options {
  editor: ObjectsEditor;
  start: readonly ObjectAnswer[];
  lookedAt: ReadonlySet<string> | undefined;
  onLook: ((ids: readonly string[]) => void) | undefined;
  viewport: ViewportControls;
  /** Counts how often the objects never looked at were asked for from outside. */
  lookTurn: number;
  announce: (sentence: string) => void;
}

export type Looks = ReturnType<typeof useLooks>;

/** What of the starting objects was looked at, and the way from one to the next. */
export function useLooks({ editor, start, lookedAt = NOTHING, onLook, viewport, lookTurn, announce }: Options) {
  const { t } = useTranslation("workbench");
  const { items, selection, store, setSelection } = editor;
  const isAsked = onLook !== undefined && start.length > 0;
  const unread = useSame(
    useMemo(() => new Set(isAsked ? unreadIn(items, start, lookedAt) : []), [isAsked, items, start, lookedAt]),
  );
  const open = selection.length === 1 ? selection[0] : undefined;
  useSightOf(open !== undefined && unread.has(open) ? open : undefined, (id) => {
    const item = store.get(id);
    if (!item || !isInSight(boxToScreen(viewport.view, viewport.toView(item.box)), viewport.screen)) return;
    onLook?.([id]);
  });
  const [goal, setGoal] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (goal) focusAcceptance(goal.id);
  }, [goal]);
  const goOn = (wanted: ReadonlySet<string>, after: string | undefined) => {
    const next = nextOf(items, wanted, after);
    if (!next) return announce(t("objects.all_looked_at"));
    setSelection([next.id]);
    setGoal({ id: next.id });
  };
  /** It is right as it stands; on to the next one that nobody has looked at. */
  const accept = useStable(() => {
    if (!isAsked) return;
    if (open !== undefined) onLook([open]);
    goOn(unread, open);
  });
  const show = useStable(() => goOn(unread, undefined));
  useEffect(() => {
    if (lookTurn > 0) show();
  }, [lookTurn, show]);
  return { isAsked, unread, accept, show };
}

const NOTHING: ReadonlySet<string> = new Set();

/** The same set as before, as long as the same is in it: each letter typed makes new items. */
function useSame(ids: ReadonlySet<string>): ReadonlySet<string> {
  const [known, setKnown] = useState(ids);
  const isSame = ids.size === known.size && [...ids].every((id) => known.has(id));
  if (!isSame) setKnown(ids);
  return isSame ? known : ids;
}

/** Asks again and again while it is open, as it may come into sight, or the window to the front. */
function useSightOf(id: string | undefined, look: (id: string) => void): void {
  const ask = useStable(look);
  useEffect(() => {
    if (id === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") ask(id);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [id, ask]);
}

function focusAcceptance(id: string): void {
  const button = document.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"] [data-accept]`);
  button?.focus({ preventScroll: true });
  button?.scrollIntoView({ block: "nearest" });
}
