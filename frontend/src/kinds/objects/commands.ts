import type { Tool } from "@/canvas/gesture";
import { isFreeForCanvas, type Command } from "@/canvas/keys";
import { primary } from "@/canvas/selection";
import { ARROWS } from "./nudge";
import type { ObjectsEditor } from "./use-objects";

const LEAP = 10;

/** What can be done to objects by keys. The ones on a box work on the box that has the focus, too. */
export function objectCommands(options: {
  readonly editor: ObjectsEditor;
  readonly isReadOnly: boolean;
  readonly setTool: (tool: Tool) => void;
  readonly add: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}): Command[] {
  const { editor, isReadOnly, setTool, add, undo, redo } = options;
  if (isReadOnly) return [];
  const chosen = () => targets(editor);
  const hasTarget = () => chosen().length > 0;
  const hasSeveral = () => editor.selection.length > 1;
  const one = () => primary(chosen());
  return [
    { id: "draw", keys: ["r", "n"], scope: "page", run: () => setTool("draw") },
    { id: "add", keys: ["shift+r", "Insert"], scope: "page", run: add },
    { id: "select", keys: ["v"], scope: "page", run: () => setTool("select") },
    { id: "merge", keys: ["m"], scope: "page", isEnabled: hasSeveral, run: () => editor.merge(editor.selection) },
    {
      id: "split",
      keys: ["mod+d"],
      scope: "page",
      isEnabled: () => chosen().length === 1,
      run: () => withId(one(), editor.split),
    },
    {
      id: "remove",
      keys: ["Delete", "Backspace"],
      scope: "page",
      isEnabled: () => hasTarget() && mayRemove(document.activeElement),
      run: () => editor.remove(chosen()),
    },
    {
      id: "write",
      keys: ["Enter"],
      scope: "canvas",
      isEnabled: () => editor.selection.length === 1,
      run: () => withId(one(), (id) => editor.open(id, "label")),
    },
    { id: "undo", keys: ["mod+z"], scope: "page", run: undo },
    { id: "redo", keys: ["mod+shift+z", "mod+y"], scope: "page", run: redo },
    ...arrowCommands(editor, chosen),
  ];
}

function arrowCommands(editor: ObjectsEditor, chosen: () => readonly string[]): Command[] {
  const isEnabled = () => chosen().length > 0;
  const scope = "canvas";
  return ARROWS.flatMap((arrow, at): Command[] => [
    {
      id: "nudge",
      keys: [arrow, `shift+${arrow}`],
      scope,
      isEnabled,
      isUnlisted: at > 0,
      run: (event) => editor.nudge(chosen(), arrow, event.shiftKey ? LEAP : 1),
    },
    {
      id: "resize",
      keys: [`alt+${arrow}`, `alt+shift+${arrow}`],
      scope,
      isEnabled,
      isUnlisted: at > 0,
      run: (event) => editor.grow(chosen(), arrow, event.shiftKey ? LEAP : 1),
    },
  ]);
}

/** The box with the focus, unless it is one of the selected: then all of those. */
function targets(editor: ObjectsEditor): readonly string[] {
  const focused = document.activeElement?.closest("[data-box-id]")?.getAttribute("data-box-id");
  return focused && !editor.selection.includes(focused) ? [focused] : editor.selection;
}

/** After a tick the box one ticked keeps the focus; it has no use for Delete itself. */
function mayRemove(focused: Element | null): boolean {
  return isFreeForCanvas(focused) || focused?.closest("[data-ticks]") != null;
}

function withId(id: string | undefined, action: (id: string) => void): void {
  if (id !== undefined) action(id);
}
