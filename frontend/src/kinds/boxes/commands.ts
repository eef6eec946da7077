import type { Tool } from "@/canvas/gesture";
import { isFreeForCanvas, isTyping, type Command } from "@/canvas/keys";
import { primary, type Selection } from "@/canvas/selection";
import type { Turn } from "@/canvas/turn";
import { extend } from "./extend";
import { ARROWS, uprightArrow, uprightGrowth, type Arrow } from "./nudge";
import { isWritingHere } from "./use-revealing";

const LEAP = 10;

export interface BoxCommandsOptions {
  editor: {
    items: readonly { id: string }[];
    selection: Selection;
    setSelection: (selection: Selection) => void;
    remove: (ids: readonly string[]) => void;
    nudge: (ids: readonly string[], arrow: Arrow, pixels: number) => void;
    grow: (ids: readonly string[], arrow: Arrow, pixels: number) => void;
    duplicate: (ids: readonly string[]) => void;
    merge: (ids: readonly string[]) => void;
    split: (id: string) => void;
    shift: (ids: readonly string[], by: 1 | -1) => void;
  };
  turn: Turn;
  setTool: (tool: Tool) => void;
  add: () => void;
  undo: () => void;
  redo: () => void;
  /** Enter on a box: go on to its text. */
  write: (id: string) => void;
  /** On to the same field of the neighbour in the list. */
  stepText: (by: 1 | -1) => void;
}

/** What can be done to boxes by keys. They work on the box or the row that has the focus, too. */
export function editCommands(options: BoxCommandsOptions): Command[] {
  const { editor, setTool, add, write } = options;
  const chosen = () => targets(editor.selection);
  const hasSome = () => chosen().length > 0;
  const reach = (by: 1 | -1) =>
    editor.setSelection(
      extend(
        editor.items.map(({ id }) => id),
        chosen(),
        by,
      ),
    );
  const page = (id: string, keys: string[], run: () => void, isEnabled?: () => boolean): Command => ({
    id,
    keys,
    scope: "page",
    run,
    ...(isEnabled && { isEnabled }),
  });
  return [
    page("draw", ["r", "n"], () => setTool("draw")),
    page("add", ["shift+r", "Insert"], add),
    page("select", ["v"], () => setTool("select")),
    page("extend_next", ["e"], () => reach(1)),
    page("extend_previous", ["shift+e"], () => reach(-1)),
    page(
      "remove",
      ["Delete", "Backspace"],
      () => editor.remove(chosen()),
      () => hasSome() && mayRemove(),
    ),
    page(
      "merge",
      ["m"],
      () => editor.merge(editor.selection),
      () => editor.selection.length > 1,
    ),
    page(
      "split",
      ["shift+m"],
      () => withId(primary(chosen()), editor.split),
      () => chosen().length === 1,
    ),
    page("duplicate", ["mod+d"], () => editor.duplicate(chosen()), hasSome),
    page("earlier", [","], () => editor.shift(chosen(), -1), hasSome),
    page("later", ["."], () => editor.shift(chosen(), 1), hasSome),
    {
      id: "write",
      keys: ["Enter"],
      scope: "canvas",
      isEnabled: () => editor.selection.length === 1,
      run: () => withId(primary(chosen()), write),
    },
    ...historyCommands(options),
    ...textCommands(options),
    ...arrowCommands(options, chosen),
  ];
}

/** One history for boxes and words: in a field these keys take back what was done last, too. */
function historyCommands({ undo, redo }: BoxCommandsOptions): Command[] {
  const isEnabled = () => !isTyping(document.activeElement) || isWritingHere();
  return [
    { id: "undo", keys: ["mod+z"], scope: "anywhere", isEnabled, run: undo },
    { id: "redo", keys: ["mod+shift+z", "mod+y"], scope: "anywhere", isEnabled, run: redo },
  ];
}

function textCommands({ stepText }: BoxCommandsOptions): Command[] {
  const scope = "anywhere";
  return [
    { id: "next_text", keys: ["alt+ArrowDown"], scope, isEnabled: isWritingHere, run: () => stepText(1) },
    { id: "previous_text", keys: ["alt+ArrowUp"], scope, isEnabled: isWritingHere, run: () => stepText(-1) },
  ];
}

function arrowCommands({ editor, turn }: BoxCommandsOptions, chosen: () => readonly string[]): Command[] {
  const isEnabled = () => chosen().length > 0;
  const scope = "canvas";
  return ARROWS.flatMap((arrow, at): Command[] => [
    {
      id: "nudge",
      keys: [arrow, `shift+${arrow}`],
      scope,
      isEnabled,
      isUnlisted: at > 0,
      run: (event) => editor.nudge(chosen(), uprightArrow(arrow, turn), event.shiftKey ? LEAP : 1),
    },
    {
      id: "resize",
      keys: [`alt+${arrow}`, `alt+shift+${arrow}`],
      scope,
      isEnabled,
      isUnlisted: at > 0,
      run: (event) => editor.grow(chosen(), uprightGrowth(arrow, turn), event.shiftKey ? LEAP : 1),
    },
  ]);
}

/** The box or row with the focus, unless it is one of the selected: then all of those. */
export function targets(selection: Selection): readonly string[] {
  const place = document.activeElement?.closest("[data-box-id], [data-row-id]");
  const focused = place?.getAttribute("data-box-id") ?? place?.getAttribute("data-row-id");
  return focused && !selection.includes(focused) ? [focused] : selection;
}

/** A row and its tick have no use for Delete themselves. */
function mayRemove(): boolean {
  const focused = document.activeElement;
  return isFreeForCanvas(focused) || focused?.closest("[data-ticks], [data-row-focus]") != null;
}

export function withId(id: string | undefined, action: (id: string) => void): void {
  if (id !== undefined) action(id);
}
