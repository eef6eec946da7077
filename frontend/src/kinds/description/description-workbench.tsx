import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DescriptionAnswer, SettingsByKind, ObjectAnswer } from "@/api/types";
import { useAnnouncer } from "@/canvas/announcer";
import type { Shape } from "@/canvas/box-view";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { ImageCanvas } from "@/canvas/image-canvas";
import { primary } from "@/canvas/selection";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport } from "@/canvas/use-viewport";
import { useHiding, viewCommands } from "@/canvas/view-commands";
import { useRested, ValueStore } from "@/lib/value-store";
import { Hints } from "../hints";
import type { WorkbenchProps } from "../kind";
import { insertInto } from "../text/insert";
import { TwoPanes } from "../two-panes";
import { WhatToDo } from "../what-to-do";
import { ContextList } from "./context-list";
import { earlierTexts } from "./earlier-texts";
import { LitCaption } from "./lit-caption";
import { ReadingView } from "./reading-view";
import { References } from "./references";
import { TextEditor } from "./text-editor";
import { useLitObjects } from "./use-lit-objects";
import { useView } from "./use-view";

/** Task 2: one text for the whole image, with the objects of the earlier stage at hand. */
export function DescriptionWorkbench(props: WorkbenchProps<DescriptionAnswer, SettingsByKind["description.v1"]>) {
  const { assignment, initial, onChange, problems, isReadOnly } = props;
  const { image, objects } = assignment;
  const { t } = useTranslation("workbench");
  const field = useRef<HTMLTextAreaElement>(null);
  const [text] = useState(() => new ValueStore(initial.text));
  const rested = useRested(text);
  const [announce, region] = useAnnouncer();
  const texts = useMemo(() => earlierTexts(assignment), [assignment]);
  const shapes = useMemo(() => objects.map(shapeOf), [objects]);
  const viewport = useViewport(image);
  const hiding = useHiding();
  const [view, setView] = useView(props.attempt, texts.length > 0);

  const write = useCallback(
    (next: string) => {
      // An undo and the like are told by the browser as well as by whoever did it.
      if (next === text.value) return;
      text.set(next);
      onChange({ text: next });
    },
    [text, onChange],
  );
  const begins = assignment.start_key === null ? "begin" : "go_on";
  const sentences = [t("description.task"), t(`description.task_${begins}`), t("description.task_end")];
  const insert = (snippet: string) => {
    if (view === "read") setView("write");
    if (field.current) write(insertInto(field.current, snippet));
  };
  const at = useLitObjects({ objects, isReadOnly, insert, announce });
  const { lit } = at;
  useShortcuts(
    "view",
    viewCommands({
      viewport,
      boxes: {
        target: () => objects.find((item) => item.id === lit)?.box,
        step: at.stepBy,
        pressHide: hiding.press,
        clear: () => at.setSelection([]),
      },
    }),
  );
  const pointing = { objects, lit, selected: primary(at.selection), onHover: at.setHovered, onSelect: at.toggle };
  return (
    <TwoPanes
      image={image}
      panelLabel={t("description.panel")}
      toolbar={<CanvasToolbar viewport={viewport} hiding={hiding} />}
      canvas={
        <ImageCanvas
          source={image}
          shapes={shapes}
          viewport={viewport}
          selection={at.selection}
          hovered={lit}
          isHidden={hiding.isHidden}
          hasSpotlight
          isQuiet
          label={t("description.canvas")}
          onSelect={at.setSelection}
          onHover={at.setHovered}
          onActivate={at.toggle}
        >
          {lit !== null && !hiding.isHidden && <LitCaption objects={objects} id={lit} imageHeight={image.height} />}
        </ImageCanvas>
      }
      footer={<Hints hints={image.hints} />}
      panel={
        <>
          {!isReadOnly && <WhatToDo kind={assignment.stage.kind} task={assignment.id} sentences={sentences} />}
          <TextEditor
            field={field}
            text={text}
            rested={rested}
            problems={problems}
            findings={props.findings}
            start={assignment.start_key === null ? null : assignment.start.text}
            texts={texts}
            attempt={props.attempt}
            isReadOnly={isReadOnly}
            scratch={props.scratch}
            view={view}
            onView={setView}
            reading={<ReadingView written={text} {...pointing} />}
            onChange={write}
          />
          {view === "write" && (
            <References
              texts={texts}
              current={rested}
              objectCount={objects.length}
              objectList={<ContextList {...pointing} isReadOnly={isReadOnly} onInsert={insert} />}
            />
          )}
          {region}
        </>
      }
    />
  );
}

function shapeOf(item: ObjectAnswer): Shape {
  return { id: item.id, box: item.box, name: item.label };
}
