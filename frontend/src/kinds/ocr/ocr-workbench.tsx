import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OcrAnswer, OcrToken, SettingsByKind } from "@/api/types";
import { useAnnouncer } from "@/canvas/announcer";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import type { Tool } from "@/canvas/gesture";
import { ImageCanvas } from "@/canvas/image-canvas";
import { step } from "@/canvas/selection";
import { useShortcuts } from "@/canvas/shortcuts";
import type { ChangeEvent } from "@/canvas/store";
import { useViewport } from "@/canvas/use-viewport";
import { useHiding, viewCommands } from "@/canvas/view-commands";
import { useStable } from "@/lib/use-stable";
import { editCommands } from "../boxes/commands";
import { EditTools } from "../boxes/edit-tools";
import { textBeside } from "../boxes/text-beside";
import { useShapes } from "../boxes/use-shapes";
import { Hints } from "../hints";
import type { PlacedProblem, WorkbenchProps } from "../kind";
import { remarksOn } from "../text/remarks";
import { TwoPanes } from "../two-panes";
import { sentenceFor } from "./sentences";
import { TokenPane } from "./token-pane";
import { useTokens, type TokensEditor } from "./use-tokens";

/** The text in an image, word by word: what it says and where it stands. */
export function OcrWorkbench(props: WorkbenchProps<OcrAnswer, SettingsByKind["ocr.v1"]>) {
  const { assignment, initial, onChange, problems, isReadOnly } = props;
  const { image } = assignment;
  const { t } = useTranslation("workbench");
  const [announce, region] = useAnnouncer();
  const [hovered, setHovered] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool>(initial.tokens.length === 0 && !isReadOnly ? "draw" : "select");
  const report = useCallback((tokens: readonly OcrToken[]) => onChange({ tokens: [...tokens] }), [onChange]);
  const onEvent = (event: ChangeEvent<OcrToken>) => {
    const sentence = sentenceFor(event, t);
    if (sentence) announce(sentence);
  };
  const editor = useTokens({ initial: initial.tokens, image, onChange: report, onEvent });
  const viewport = useViewport(image);
  const hiding = useHiding();
  const remarks = useMemo(() => remarksOn("", problems, props.findings), [problems, props.findings]);
  const start = assignment.start.tokens;
  const undo = useStable(() => {
    if (editor.store.undo() === null) announce(t("objects.nothing_to_undo"));
  });
  const redo = useStable(() => {
    if (editor.store.redo() === null) announce(t("objects.nothing_to_redo"));
  });
  /** For whoever cannot draw: a box in the middle, to be moved and sized by keys. */
  const add = () => editor.editing.onDraw(viewport.middleOfSight());
  // What a box is given must stay the same, or each letter typed draws all of them again.
  const { open } = editor;
  const write = useCallback((id: string) => open(id, "text"), [open]);
  const stepText = (by: 1 | -1) => {
    const beside = textBeside(editor.items, by);
    if (beside) editor.open(beside.id, "text");
    else announce(t(by === 1 ? "ocr.no_next" : "ocr.no_previous"));
  };
  const latestStep = useRef(stepText);
  useEffect(() => {
    latestStep.current = stepText;
  });
  const onNext = useCallback(() => latestStep.current(1), []);
  useFocusOnProblem(editor, problems, props.attempt);
  useShortcuts(
    "boxes",
    isReadOnly ? [] : editCommands({ editor, turn: viewport.turn, setTool, add, undo, redo, write, stepText }),
  );
  useShortcuts(
    "view",
    viewCommands({
      viewport,
      boxes: {
        target: () => editor.store.get(editor.selection.at(-1) ?? hovered ?? "")?.box,
        step: (by) =>
          editor.setSelection(
            step(
              editor.items.map((item) => item.id),
              editor.selection,
              by,
            ),
          ),
        pressHide: hiding.press,
        clear: () => (tool === "draw" ? setTool("select") : editor.setSelection([])),
      },
    }),
  );
  const nameOf = useCallback(({ text, legible }: OcrToken) => (legible ? text : t("ocr.illegible_mark")), [t]);
  const shapes = useShapes(editor.items, nameOf, NO_PROBLEMS);
  return (
    <>
      <TwoPanes
        panelLabel={t("ocr.panel")}
        toolbar={
          <CanvasToolbar viewport={viewport} hiding={hiding}>
            {!isReadOnly && (
              <EditTools
                canUndo={editor.store.canUndo}
                canRedo={editor.store.canRedo}
                tool={tool}
                setTool={setTool}
                undo={undo}
                redo={redo}
              />
            )}
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
            isQuiet
            label={t("ocr.canvas")}
            onSelect={editor.setSelection}
            onHover={setHovered}
            onActivate={write}
          />
        }
        footer={<Hints hints={image.hints} />}
        panel={
          <TokenPane
            editor={editor}
            source={image}
            start={start}
            remarks={remarks}
            hovered={hovered}
            scratch={props.scratch}
            isReadOnly={isReadOnly}
            onHover={setHovered}
            onAdd={add}
            onNext={onNext}
            onUndo={undo}
            onRedo={redo}
          />
        }
      />
      {region}
    </>
  );
}

const NO_PROBLEMS: ReadonlySet<string> = new Set();

function useFocusOnProblem(editor: TokensEditor, problems: readonly PlacedProblem[], attempt: number): void {
  const first = problems[0]?.key;
  const { open } = editor;
  useEffect(() => {
    if (attempt === 0 || !first || first === "tokens") return;
    open(first.slice(0, first.lastIndexOf(".")), "text");
    // Only a new attempt moves the focus, never the fixing of a problem.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
}
