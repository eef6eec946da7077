import { IconArrowBackUp, IconArrowForwardUp, IconPointer, IconSquarePlus2 } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ToolButton } from "@/canvas/canvas-toolbar";
import type { Tool } from "@/canvas/gesture";

interface EditToolsProps {
  canUndo: boolean;
  canRedo: boolean;
  tool: Tool;
  setTool: (tool: Tool) => void;
  undo: () => void;
  redo: () => void;
}

/** Select, draw, undo, redo: what every kind with boxes has. Drawn anew only when one of them changes. */
export const EditTools = memo(function EditTools({ canUndo, canRedo, tool, setTool, undo, redo }: EditToolsProps) {
  const { t } = useTranslation("workbench");
  return (
    <>
      <ToolButton
        label={t("keys.select")}
        word={t("canvas.select")}
        besides="early"
        command="select"
        icon={<IconPointer size={18} aria-hidden />}
        isPressed={tool === "select"}
        onClick={() => setTool("select")}
      />
      <ToolButton
        label={t("keys.draw")}
        word={t("keys.draw")}
        besides="early"
        command="draw"
        icon={<IconSquarePlus2 size={18} aria-hidden />}
        isPressed={tool === "draw"}
        onClick={() => setTool("draw")}
      />
      <ToolButton
        label={t("keys.undo")}
        word={t("canvas.word.undo")}
        besides="late"
        command="undo"
        icon={<IconArrowBackUp size={18} aria-hidden />}
        isDisabled={!canUndo}
        onClick={undo}
      />
      <ToolButton
        label={t("keys.redo")}
        word={t("canvas.word.redo")}
        besides="late"
        command="redo"
        icon={<IconArrowForwardUp size={18} aria-hidden />}
        isDisabled={!canRedo}
        onClick={redo}
      />
    </>
  );
});
