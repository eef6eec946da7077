import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Tool } from "@/canvas/gesture";
import { step } from "@/canvas/selection";
import type { PhotoSource } from "@/canvas/sheet";
import type { Boxed } from "@/canvas/store";
import { useViewport } from "@/canvas/use-viewport";
import { useHiding, viewCommands } from "@/canvas/view-commands";
import { useStable } from "@/lib/use-stable";
import { takeBack } from "./take-back";
import { textWithFocus } from "./text-beside";
import type { BoxEditor } from "./use-box-editor";

interface Options<T extends Boxed, F extends string> {
  editor: BoxEditor<T, F>;
  image: PhotoSource;
  /** Whoever begins with nothing begins by drawing. */
  firstTool: Tool;
  announce: (sentence: string) => void;
}

export type BoxCanvas = ReturnType<typeof useBoxCanvas>;

/** The image with its boxes: what is in sight, pointed at and in the hand, and the keys for that. */
export function useBoxCanvas<T extends Boxed, F extends string>({ editor, image, firstTool, announce }: Options<T, F>) {
  const { t } = useTranslation("workbench");
  const { store, selection, setSelection } = editor;
  const [hovered, setHovered] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool>(firstTool);
  const viewport = useViewport(image);
  const hiding = useHiding();
  const undo = useStable(() => {
    if (takeBack(store, "undo") === null) announce(t(`objects.nothing_to_undo${here()}`));
  });
  const redo = useStable(() => {
    if (takeBack(store, "redo") === null) announce(t(`objects.nothing_to_redo${here()}`));
  });
  /** For whoever cannot draw: a box in the middle, to be moved and sized by keys. */
  const add = useStable(() => editor.editing.onDraw(viewport.middleOfSight()));
  const ids = () => editor.items.map((item) => item.id);
  const commands = viewCommands({
    viewport,
    boxes: {
      target: () => store.get(selection.at(-1) ?? hovered ?? "")?.box,
      step: (by) => setSelection(step(ids(), selection, by)),
      pressHide: hiding.press,
      clear: () => (tool === "draw" ? setTool("select") : setSelection([])),
    },
  });
  return { viewport, hiding, hovered, setHovered, tool, setTool, undo, redo, add, commands };
}

function here(): "" | "_here" {
  return textWithFocus() ? "_here" : "";
}
