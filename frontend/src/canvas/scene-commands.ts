import type { TFunction } from "i18next";
import { useState } from "react";
import { hitsAt, nextOf, overlapping, type Placed, type Point } from "./geometry";
import type { Scene } from "./gesture";
import type { Command } from "./keys";
import { only, primary, type Selection } from "./selection";
import { useShortcuts } from "./shortcuts";
import type { Switch, ViewportControls } from "./use-viewport";
import { toImage } from "./viewport";

interface Options {
  scene: Scene;
  viewport: ViewportControls;
  pointerAt: () => Point | null;
  onSelect: (selection: Selection) => void;
  announce: (sentence: string) => void;
  t: TFunction<"workbench">;
}

/** The boxes one is going through, by the one that one has come to. */
type Ring = Map<string, readonly string[]>;

/** Keys of every image with boxes: which of them are shown, held fast and selected. */
export function useSceneCommands(options: Options): void {
  const [ring] = useState<Ring>(() => new Map());
  useShortcuts("boxes", [
    ...(options.scene.items.length > 1 ? [cycleCommand(options, ring)] : []),
    ...sceneCommands(options),
  ]);
}

function sceneCommands({ scene, viewport, announce, onSelect, t }: Options): Command[] {
  const { items, canEdit } = scene;
  if (items.length === 0 && !viewport.solo.isOn) return [];
  const turn = (which: Switch, on: string, off: string) => () => {
    which.toggle();
    announce(which.isOn ? off : on);
  };
  const { solo, lock } = viewport;
  return [
    { id: "solo", keys: ["shift+h"], scope: "page", run: turn(solo, t("canvas.solo_on"), t("canvas.solo_off")) },
    ...(canEdit
      ? ([
          {
            id: "lock",
            keys: ["shift+l", "alt+l"],
            scope: "page",
            run: turn(lock, t("canvas.lock_on"), t("canvas.lock_off")),
          },
          {
            id: "select_all",
            keys: ["mod+a"],
            scope: "page",
            run: () => {
              onSelect(items.map(({ id }) => id));
              announce(t("canvas.all_selected", { count: items.length }));
            },
          },
        ] satisfies Command[])
      : []),
  ];
}

/** Selects the next of the boxes that lie over each other: where the pointer is, or with the selected one. */
function cycleCommand(options: Options, ring: Ring): Command {
  const { scene, viewport, pointerAt, onSelect, announce, t } = options;
  const run = () => {
    const chosen = primary(scene.selection);
    const going = ring.get(chosen ?? "") ?? null;
    const at = pointerAt();
    const stack = stackOf(scene, at && toImage(viewport.view, at), going);
    const next = nextOf(stack, chosen);
    if (!next) return;
    ring.clear();
    ring.set(
      next.id,
      stack.map(({ id }) => id),
    );
    onSelect(only(next.id));
    announce(t("canvas.cycled", { number: stack.indexOf(next) + 1, count: stack.length }));
  };
  return { id: "cycle", keys: ["x"], scope: "page", run };
}

/**
 * What lies under the pointer, the smallest first. Elsewhere what overlaps with the selected box, and
 * one stays with these: each of them overlaps with others again, and one would wander off.
 */
export function stackOf(
  { items, selection, tolerance }: Scene,
  pointer: Point | null,
  going: readonly string[] | null,
): readonly Placed[] {
  const under = pointer ? hitsAt(items, pointer, tolerance) : [];
  if (under.length > 0) return under;
  const still = going?.flatMap((id) => items.find((item) => item.id === id) ?? []) ?? [];
  if (still.length > 1) return still;
  const chosen = items.find(({ id }) => id === primary(selection));
  return chosen ? overlapping(items, chosen.box) : items.slice(0, 1);
}
