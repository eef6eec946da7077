import type { ReactNode } from "react";
import type { Assignment } from "@/api/types";
import type { Shape } from "@/canvas/box-view";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import type { Boxed } from "@/canvas/store";
import { Hints } from "../hints";
import { TwoPanes } from "../two-panes";
import { EditTools } from "./edit-tools";
import type { BoxCanvas } from "./use-box-canvas";
import type { BoxEditor } from "./use-box-editor";

interface BoxPanesProps<T extends Boxed, F extends string> {
  image: Assignment["image"];
  editor: BoxEditor<T, F>;
  canvas: BoxCanvas;
  shapes: readonly Shape[];
  isReadOnly: boolean;
  /** Boxes are many and small: their names are shown only when asked for. */
  isQuiet?: boolean;
  label: string;
  panelLabel: string;
  /** Must stay the same, or each letter typed draws all boxes again. */
  onActivate: (id: string) => void;
  panel: ReactNode;
}

/** The image to draw boxes on, its tools, and the panel with what is said of each. */
export function BoxPanes<T extends Boxed, F extends string>(props: BoxPanesProps<T, F>) {
  const { image, editor, canvas, shapes, isReadOnly, isQuiet, label, panelLabel, onActivate, panel } = props;
  const { viewport, hiding, hovered, setHovered, tool, setTool, undo, redo } = canvas;
  const { canUndo, canRedo } = editor.store;
  return (
    <TwoPanes
      image={image}
      panelLabel={panelLabel}
      toolbar={
        <CanvasToolbar viewport={viewport} hiding={hiding}>
          {!isReadOnly && <EditTools {...{ canUndo, canRedo, tool, setTool, undo, redo }} />}
        </CanvasToolbar>
      }
      canvas={
        <ImageCanvas
          source={image}
          shapes={shapes}
          viewport={viewport}
          selection={editor.selection}
          hovered={hovered}
          isHidden={hiding.isHidden}
          tool={tool}
          editing={isReadOnly ? null : editor.editing}
          isQuiet={isQuiet}
          label={label}
          onSelect={editor.setSelection}
          onHover={setHovered}
          onActivate={onActivate}
        />
      }
      footer={<Hints hints={image.hints} />}
      panel={panel}
    />
  );
}
