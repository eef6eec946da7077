import type { Command } from "@/canvas/keys";
import { letterOf } from "./model";

interface RankingActs {
  count: number;
  hasTies: boolean;
  hasReasons: boolean;
  isEnabled: () => boolean;
  select: (text: number) => void;
  step: (by: 1 | -1) => void;
  give: (rank: number) => void;
  up: () => void;
  down: () => void;
  tie: () => void;
  takeOut: () => void;
  undo: () => void;
  redo: () => void;
  toReasons: () => void;
}

const MOST_DIGITS = 9;

/** The keys that rank; each is about the marked text. */
export function rankingCommands(acts: RankingActs): Command[] {
  const { count, isEnabled } = acts;
  const texts = Array.from({ length: count }, (_, text) => text);
  const changes = (command: Omit<Command, "scope" | "isEnabled">): Command => ({
    scope: "page",
    isFirst: true,
    ...command,
    isEnabled,
  });
  // Arrows are the image's while it has the focus.
  const isHere = () => isEnabled() && document.activeElement?.closest("[data-canvas]") == null;
  return [
    ...texts.slice(0, MOST_DIGITS).map((text) =>
      changes({
        id: "rank_give",
        keys: [String(text + 1)],
        isUnlisted: text > 0,
        run: () => acts.give(text + 1),
      }),
    ),
    ...texts.map((text): Command => ({
      id: "rank_select",
      keys: [letterOf(text).toLowerCase()],
      scope: "page",
      // Other letters are still to be had for what is done with the image.
      isFirst: true,
      isUnlisted: text > 0,
      run: () => acts.select(text),
    })),
    { ...changes({ id: "rank_up", keys: ["ArrowUp"], run: () => acts.up() }), isEnabled: isHere },
    { ...changes({ id: "rank_down", keys: ["ArrowDown"], run: () => acts.down() }), isEnabled: isHere },
    {
      ...changes({ id: "rank_tie", keys: ["="], run: () => acts.tie() }),
      isEnabled: () => isEnabled() && acts.hasTies,
      isUnlisted: !acts.hasTies,
    },
    changes({ id: "rank_out", keys: ["Delete", "Backspace"], run: () => acts.takeOut() }),
    // With Alt, so that they also lead out of a field in which one is writing.
    { id: "rank_next", keys: ["alt+ArrowDown"], scope: "anywhere", run: () => acts.step(1) },
    { id: "rank_previous", keys: ["alt+ArrowUp"], scope: "anywhere", run: () => acts.step(-1) },
    {
      id: "rank_reason",
      // The tenth text is J; there are never so many that one is W.
      keys: ["j", "w"],
      scope: "page",
      isEnabled: () => acts.hasReasons,
      isUnlisted: !acts.hasReasons,
      run: acts.toReasons,
    },
    changes({ id: "undo", keys: ["mod+z"], run: acts.undo }),
    changes({ id: "redo", keys: ["mod+shift+z", "mod+y"], run: acts.redo }),
  ];
}
