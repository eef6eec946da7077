import type { Tool } from "@/canvas/gesture";
import { isFreeForCanvas, type Command } from "@/canvas/keys";
import { primary, type Selection } from "@/canvas/selection";
import type { Turn } from "@/canvas/turn";
import { ARROWS, uprightArrow, uprightGrowth, type Arrow } from "./nudge";

const LEAP = 10;

export type BoxCommandsOptions = {
  readonly editor: {
    readonly selection: Selection;
    readonly remove: (ids: readonly string[]) => void;
    readonly nudge: (ids: readonly string[], arrow: Arrow, pixels: number) => void;
    readonly grow: (ids: readonly string[], arrow: Arrow, pixels: number) => void;
  };
  readonly turn: Turn;
  readonly setTool: (tool: Tool) => void;
  readonly add: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Enter on a box: go on to its text. */
  readonly write: (id: string) => void;
};

/** What can be done to boxes by keys. They work on the box that has the focus, too. */
export function editCommands(options: BoxCommandsOptions): Command[] {
  const { editor, setTool, add, undo, redo, write } = options;
  const chosen = () => targets(editor.selection);
  return [
    { id: "draw", keys: ["r", "n"], scope: "page", run: () => setTool("draw") },
    { id: "add", keys: ["shift+r", "Insert"], scope: "page", run: add },
    { id: "select", keys: ["v"], scope: "page", run: () => setTool("select") },
    {
      id: "remove",
      keys: ["Delete", "Backspace"],
      scope: "page",
      isEnabled: () => chosen().length > 0 && mayRemove(document.activeElement),
      run: () => editor.remove(chosen()),
    },
    {
      id: "write",
      keys: ["Enter"],
      scope: "canvas",
      isEnabled: () => editor.selection.length === 1,
      run: () => withId(primary(chosen()), write),
    },
    { id: "undo", keys: ["mod+z"], scope: "page", run: undo },
    { id: "redo", keys: ["mod+shift+z", "mod+y"], scope: "page", run: redo },
    ...arrowCommands(options, chosen),
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

/** The box with the focus, unless it is one of the selected: then all of those. */
export function targets(selection: Selection): readonly string[] {
  const focused = document.activeElement?.closest("[data-box-id]")?.getAttribute("data-box-id");
  return focused && !selection.includes(focused) ? [focused] : selection;
}

/** After a tick the box one ticked keeps the focus; it has no use for Delete itself. */
function mayRemove(focused: Element | null): boolean {
  return isFreeForCanvas(focused) || focused?.closest("[data-ticks]") != null;
}

export function withId(id: string | undefined, action: (id: string) => void): void {
  if (id !== undefined) action(id);
}
