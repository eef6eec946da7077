import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer, ObjectsAnswer } from "@/api/types";
import { useAnnouncer } from "@/canvas/announcer";
import { useShortcuts } from "@/canvas/shortcuts";
import type { ChangeEvent } from "@/canvas/store";
import { useStable } from "@/lib/use-stable";
import { UndoBar } from "../boxes/selection-bar";
import { BoxPanes } from "../boxes/box-panes";
import { textBeside } from "../boxes/text-beside";
import { useBoxCanvas } from "../boxes/use-box-canvas";
import { useShapes } from "../boxes/use-shapes";
import type { PlacedProblem, WorkbenchProps } from "../kind";
import { WhatToDo } from "../what-to-do";
import { splitKey, type ObjectsSettings } from "./checks";
import { objectCommands } from "./commands";
import { isWritten, nextUnwritten } from "./model";
import { ObjectList } from "./object-list";
import { sentenceFor } from "./sentences";
import { ListHead } from "./list-head";
import { useLooks } from "./use-looks";
import { useObjects, type ObjectsEditor } from "./use-objects";

/** Task 1: the salient objects of an image, each with a box, a label and a description. */
export function ObjectsWorkbench(props: WorkbenchProps<ObjectsAnswer, ObjectsSettings>) {
  const { assignment, initial, onChange, problems, isReadOnly } = props;
  const { image } = assignment;
  const { t } = useTranslation("workbench");
  const [announce, region] = useAnnouncer();
  const [removal, setRemoval] = useState<string | null>(null);
  const { settings } = assignment.stage;
  const start = assignment.start.objects;

  const report = useCallback((items: readonly ObjectAnswer[]) => onChange({ objects: [...items] }), [onChange]);
  const onEvent = (event: ChangeEvent<ObjectAnswer>) => {
    const sentence = sentenceFor(event, t);
    if (sentence) announce(sentence);
    setRemoval(event.kind === "edit" && event.label === "remove" ? sentence : null);
  };
  const editor = useObjects({
    initial: initial.objects,
    image,
    onChange: report,
    onEvent,
    task: assignment.id,
    resting: "description",
  });
  const canvas = useBoxCanvas({
    editor,
    image,
    firstTool: initial.objects.length === 0 && !isReadOnly ? "draw" : "select",
    announce,
  });
  const { add, undo, redo, hovered, setHovered, setTool, viewport } = canvas;
  const { zoomTo } = viewport;
  useFocusOnProblem(editor, problems, props.attempt);
  const looks = useLooks({
    editor,
    start,
    lookedAt: props.lookedAt,
    onLook: isReadOnly ? undefined : props.onLook,
    viewport: canvas.viewport,
    lookTurn: props.lookTurn ?? 0,
    announce,
  });
  const [axisTurn, setAxisTurn] = useState(0);
  const goOn = useStable(() => {
    const next = nextUnwritten(editor.store.items, editor.selection.at(-1), settings.description_required);
    if (next) editor.open(next.id, next.label.trim() === "" ? "label" : "description");
    else announce(t("objects.all_written"));
  });
  const stepText = (by: 1 | -1) => {
    const beside = textBeside(editor.store.items, by);
    if (beside) editor.open(beside.id, beside.field === "description" ? "description" : "label");
    else announce(t(by === 1 ? "objects.no_next" : "objects.no_previous"));
  };
  const selectAll = useStable((isOn: boolean) => editor.setSelection(isOn ? editor.items.map(({ id }) => id) : []));
  const nextAxis = () => setAxisTurn((turn) => turn + 1);
  useShortcuts(
    "objects",
    objectCommands({
      editor,
      isReadOnly,
      turn: viewport.turn,
      setTool,
      add,
      undo,
      redo,
      stepText,
      goOn,
      nextAxis,
      looks,
    }),
  );
  useShortcuts("view", canvas.commands);
  const withProblem = useMemo(() => new Set(problems.map(({ key }) => splitKey(key)[0])), [problems]);
  const shapes = useShapes(editor.items, labelOf, withProblem, looks);
  // What a box is given must stay the same, or each letter typed draws all of them again.
  const { open } = editor;
  const openLabel = useCallback((id: string) => open(id, "label"), [open]);
  const actions = useMemo(
    () => ({
      write: editor.write,
      endWriting: editor.endWriting,
      place: editor.place,
      remove: editor.remove,
      duplicate: editor.duplicate,
      split: editor.split,
      zoomTo: (id: string) => {
        const item = editor.store.get(id);
        if (item) zoomTo(item.box);
      },
    }),
    [
      editor.write,
      editor.endWriting,
      editor.place,
      editor.remove,
      editor.duplicate,
      editor.split,
      editor.store,
      zoomTo,
    ],
  );
  const accept = looks.isAsked ? looks.accept : null;
  const context = useMemo(
    () => ({ assignmentId: assignment.id, image, settings, accept, store: editor.store }),
    [assignment.id, image, settings, accept, editor.store],
  );
  const find = (
    <>
      {t("objects.task_find")} <span className="for-keys">{t("objects.task_find_key")}</span>
    </>
  );
  const sentences = [find, t("objects.task_write"), t("objects.task_check")];
  const left = editor.items.filter((item) => !isWritten(item, settings.description_required)).length;
  return (
    <>
      <BoxPanes
        image={image}
        editor={editor}
        canvas={canvas}
        shapes={shapes}
        isReadOnly={isReadOnly}
        label={t("objects.canvas")}
        panelLabel={t("objects.panel")}
        onActivate={openLabel}
        panel={
          <>
            {!isReadOnly && <WhatToDo kind={assignment.stage.kind} task={assignment.id} sentences={sentences} />}
            <ListHead
              count={editor.items.length}
              selected={editor.selection.length}
              left={left}
              looks={looks}
              scratch={props.scratch}
              isReadOnly={isReadOnly}
              onAdd={add}
              onGoOn={goOn}
              onSelectAll={selectAll}
            />
            <ObjectList
              editor={editor}
              start={start}
              context={context}
              axisTurn={axisTurn}
              problems={problems}
              findings={props.findings}
              unread={looks.unread}
              hovered={hovered}
              isReadOnly={isReadOnly}
              actions={actions}
              onUndo={undo}
              onRedo={redo}
              onHover={setHovered}
            />
            {removal && <UndoBar sentence={removal} onUndo={undo} />}
          </>
        }
      />
      {region}
    </>
  );
}

const labelOf = (item: ObjectAnswer) => item.label;

function useFocusOnProblem(editor: ObjectsEditor, problems: readonly PlacedProblem[], attempt: number): void {
  const first = problems[0];
  const { open } = editor;
  useEffect(() => {
    if (attempt === 0 || !first) return;
    const [id, field] = splitKey(first.key);
    if (first.key === "objects") document.querySelector<HTMLElement>("[data-problem]")?.focus();
    else open(id, field === "description" ? "description" : "label");
    // Only a new attempt moves the focus, never the fixing of a problem.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
}
