import { useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { OcrAnswer, OcrToken, SettingsByKind } from "@/api/types";
import { useAnnouncer } from "@/canvas/announcer";
import { useShortcuts } from "@/canvas/shortcuts";
import type { ChangeEvent } from "@/canvas/store";
import { useStable } from "@/lib/use-stable";
import { editCommands } from "../boxes/commands";
import { BoxPanes } from "../boxes/box-panes";
import { textBeside } from "../boxes/text-beside";
import { useBoxCanvas } from "../boxes/use-box-canvas";
import { useShapes } from "../boxes/use-shapes";
import type { PlacedProblem, WorkbenchProps } from "../kind";
import { remarksOn } from "../text/remarks";
import { sentenceFor } from "./sentences";
import { WhatToDo } from "../what-to-do";
import { TokenPane } from "./token-pane";
import { useTokens, type TokensEditor } from "./use-tokens";

/** The text in an image, word by word: what it says and where it stands. */
export function OcrWorkbench(props: WorkbenchProps<OcrAnswer, SettingsByKind["ocr.v1"]>) {
  const { assignment, initial, onChange, problems, isReadOnly } = props;
  const { image } = assignment;
  const { t } = useTranslation("workbench");
  const [announce, region] = useAnnouncer();
  const report = useCallback((tokens: readonly OcrToken[]) => onChange({ tokens: [...tokens] }), [onChange]);
  const onEvent = (event: ChangeEvent<OcrToken>) => {
    const sentence = sentenceFor(event, t);
    if (sentence) announce(sentence);
  };
  const editor = useTokens({ initial: initial.tokens, image, onChange: report, onEvent, task: assignment.id });
  const canvas = useBoxCanvas({
    editor,
    image,
    firstTool: initial.tokens.length === 0 && !isReadOnly ? "draw" : "select",
    announce,
  });
  const { add, undo, redo, hovered, setHovered, setTool, viewport } = canvas;
  const remarks = useMemo(() => remarksOn("", problems, props.findings), [problems, props.findings]);
  const start = assignment.start.tokens;
  // What a box is given must stay the same, or each letter typed draws all of them again.
  const { open } = editor;
  const write = useCallback((id: string) => open(id, "text"), [open]);
  const stepText = (by: 1 | -1) => {
    const beside = textBeside(editor.items, by);
    if (beside) editor.open(beside.id, "text");
    else announce(t(by === 1 ? "ocr.no_next" : "ocr.no_previous"));
  };
  const onNext = useStable(() => stepText(1));
  useFocusOnProblem(editor, problems, props.attempt);
  useShortcuts(
    "boxes",
    isReadOnly ? [] : editCommands({ editor, turn: viewport.turn, setTool, add, undo, redo, write, stepText }),
  );
  useShortcuts("view", canvas.commands);
  const nameOf = useCallback(({ text, legible }: OcrToken) => (legible ? text : t("ocr.illegible_mark")), [t]);
  const shapes = useShapes(editor.items, nameOf, NO_PROBLEMS);
  return (
    <>
      <BoxPanes
        image={image}
        editor={editor}
        canvas={canvas}
        shapes={shapes}
        isReadOnly={isReadOnly}
        isQuiet
        label={t("ocr.canvas")}
        panelLabel={t("ocr.panel")}
        onActivate={write}
        panel={
          <>
            {!isReadOnly && <WhatToDo kind={assignment.stage.kind} task={assignment.id} sentences={[t("ocr.task")]} />}
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
          </>
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
