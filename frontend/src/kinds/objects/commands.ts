import type { Command } from "@/canvas/keys";
import { editCommands, type BoxCommandsOptions } from "../boxes/commands";
import { isWritingHere } from "../boxes/use-revealing";
import type { Looks } from "./use-looks";
import type { ObjectsEditor } from "./use-objects";

type Options = Omit<BoxCommandsOptions, "editor" | "write"> & {
  editor: ObjectsEditor;
  isReadOnly: boolean;
  /** On to the next object that lacks words. */
  goOn: () => void;
  nextAxis: () => void;
  looks: Pick<Looks, "isAsked" | "accept">;
};

/** What can be done to objects by keys: all that can be done to boxes, and the ways of writing. */
export function objectCommands({ editor, isReadOnly, goOn, nextAxis, looks, ...options }: Options): Command[] {
  if (isReadOnly) return [];
  return [
    ...editCommands({ ...options, editor, write: (id) => editor.open(id, "label") }),
    { id: "go_on", keys: ["alt+n"], scope: "anywhere", run: goOn },
    {
      id: "looks_right",
      keys: ["alt+l"],
      scope: "anywhere",
      isEnabled: () => looks.isAsked,
      isUnlisted: !looks.isAsked,
      // Who holds the key down has looked at nothing.
      run: (event) => {
        if (!event.repeat) looks.accept();
      },
    },
    { id: "next_axis", keys: ["alt+a"], scope: "anywhere", isEnabled: isWritingHere, run: nextAxis },
  ];
}
