import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer, ObjectsAnswer } from "@/api/types";
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
import { EditTools } from "../boxes/edit-tools";
import { UndoBar } from "../boxes/selection-bar";
import { textBeside } from "../boxes/text-beside";
import { useShapes } from "../boxes/use-shapes";
import { Hints } from "../hints";
import type { PlacedProblem, WorkbenchProps } from "../kind";
import { TwoPanes } from "../two-panes";
import { splitKey, type ObjectsSettings } from "./checks";
import { objectCommands } from "./commands";
import { isWritten, nextUnwritten } from "./model";
import { ObjectList } from "./object-list";
import { sentenceFor } from "./sentences";
import { ListHead } from "./list-head";
import { useObjects, type ObjectsEditor } from "./use-objects";

/** Task 1: the salient objects of an image, each with a box, a label and a description. */
export function ObjectsWorkbench(props: WorkbenchProps<ObjectsAnswer, ObjectsSettings>) {
  const { assignment, initial, onChange, problems, isReadOnly } = props;
  const { image } = assignment;
  const { t } = useTranslation("workbench");
  const [announce, region] = useAnnouncer();
  const [removal, setRemoval] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [tool, setTool] = useState<Tool>(initial.objects.length === 0 && !isReadOnly ? "draw" : "select");
  const { settings } = assignment.stage;
  const start = assignment.start.objects;

  const report = useCallback((items: readonly ObjectAnswer[]) => onChange({ objects: [...items] }), [onChange]);
  const onEvent = (event: ChangeEvent<ObjectAnswer>) => {
    const sentence = sentenceFor(event, t);
    if (sentence) announce(sentence);
    setRemoval(event.kind === "edit" && event.label === "remove" ? sentence : null);
  };
  const editor = useObjects({ initial: initial.objects, image, onChange: report, onEvent });
  const viewport = useViewport(image);
  const { zoomTo } = viewport;
  /** For whoever cannot draw: a box in the middle, to be moved and sized by keys. */
  const add = useStable(() => editor.editing.onDraw(viewport.middleOfSight()));
  const hiding = useHiding();
  const sayStep = (label: string | null, nothing: string) => {
    if (label === null) announce(nothing);
  };
  const undo = useStable(() => sayStep(editor.store.undo(), t("objects.nothing_to_undo")));
  const redo = useStable(() => sayStep(editor.store.redo(), t("objects.nothing_to_redo")));
  useFocusOnProblem(editor, problems, props.attempt);
  const [axisTurn, setAxisTurn] = useState(0);
  const goOn = useStable(() => {
    const next = nextUnwritten(editor.items, editor.selection.at(-1), settings.description_required);
    if (next) editor.open(next.id, next.label.trim() === "" ? "label" : "description");
    else announce(t("objects.all_written"));
  });
  const stepText = (by: 1 | -1) => {
    const beside = textBeside(editor.items, by);
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
    }),
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
  const withProblem = useMemo(() => new Set(problems.map(({ key }) => splitKey(key)[0])), [problems]);
  const shapes = useShapes(editor.items, labelOf, withProblem);
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
  const context = useMemo(() => ({ assignmentId: assignment.id, image, settings }), [assignment.id, image, settings]);
  const left = editor.items.filter((item) => !isWritten(item, settings.description_required)).length;
  return (
    <>
      <TwoPanes
        panelLabel={t("objects.panel")}
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
            label={t("objects.canvas")}
            onSelect={editor.setSelection}
            onHover={setHovered}
            onActivate={openLabel}
          />
        }
        footer={<Hints hints={image.hints} />}
        panel={
          <>
            <ListHead
              count={editor.items.length}
              selected={editor.selection.length}
              left={left}
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
