import type { Command } from "@/canvas/keys";
import { primary } from "@/canvas/selection";
import { editCommands, targets, withId, type BoxCommandsOptions } from "../boxes/commands";
import type { ObjectsEditor } from "./use-objects";

type Options = Omit<BoxCommandsOptions, "editor" | "write"> & {
  readonly editor: ObjectsEditor;
  readonly isReadOnly: boolean;
};

/** What can be done to objects by keys: all that can be done to boxes, and merging and splitting. */
export function objectCommands({ editor, isReadOnly, ...options }: Options): Command[] {
  if (isReadOnly) return [];
  const chosen = () => targets(editor.selection);
  return [
    ...editCommands({ ...options, editor, write: (id) => editor.open(id, "label") }),
    {
      id: "merge",
      keys: ["m"],
      scope: "page",
      isEnabled: () => editor.selection.length > 1,
      run: () => editor.merge(editor.selection),
    },
    {
      id: "split",
      keys: ["mod+d"],
      scope: "page",
      isEnabled: () => chosen().length === 1,
      run: () => withId(primary(chosen()), editor.split),
    },
  ];
}
