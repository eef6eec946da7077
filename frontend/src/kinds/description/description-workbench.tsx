import { Text } from "@mantine/core";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DescriptionAnswer, ObjectAnswer } from "@/api/types";
import type { Shape } from "@/canvas/box-view";
import { CanvasToolbar } from "@/canvas/canvas-toolbar";
import { centre } from "@/canvas/geometry";
import { ImageCanvas } from "@/canvas/image-canvas";
import { only, primary, step, type Selection } from "@/canvas/selection";
import { useShortcuts } from "@/canvas/shortcuts";
import { useViewport } from "@/canvas/use-viewport";
import { useHiding, viewCommands } from "@/canvas/view-commands";
import { Hints } from "../hints";
import type { WorkbenchProps } from "../kind";
import { TwoPanes } from "../two-panes";
import { ContextList } from "./context-list";
import classes from "./description.module.css";
import { insertInto } from "../text/insert";
import { remarksOn } from "../text/remarks";
import { earlierTexts, References, textOf } from "./references";
import { TextEditor } from "./text-editor";

/** Task 2: one text for the whole image, with the objects of the earlier stage at hand. */
export function DescriptionWorkbench(props: WorkbenchProps<DescriptionAnswer>) {
  const { assignment, initial, onChange, problems, isReadOnly } = props;
  const { image, objects } = assignment;
  const { t } = useTranslation("workbench");
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial.text);
  const [hovered, setHovered] = useState<string | null>(null);
  const [selection, setSelection] = useState<Selection>([]);
  const lit = hovered ?? primary(selection) ?? null;
  const texts = useMemo(() => earlierTexts(assignment), [assignment]);
  const shapes = useMemo(() => objects.map(shapeOf), [objects]);
  const remarks = useMemo(() => remarksOn(text, problems, props.findings), [text, problems, props.findings]);
  const viewport = useViewport(image);
  const hiding = useHiding();

  const write = useCallback(
    (next: string) => {
      setText(next);
      onChange({ text: next });
    },
    [onChange],
  );
  const insert = (snippet: string) => {
    if (field.current) write(insertInto(field.current, snippet));
  };
  useShortcuts(
    "view",
    viewCommands({
      viewport,
      boxes: {
        target: () => objects.find((item) => item.id === lit)?.box,
        step: (by) => setSelection(step(objects.map((item) => item.id), selection, by)),
        pressHide: hiding.press,
        clear: () => setSelection([]),
      },
    }),
  );
  const toggleSelected = (id: string) => setSelection((old) => (old[0] === id ? [] : only(id)));
  return (
    <TwoPanes
      panelLabel={t("description.panel")}
      toolbar={<CanvasToolbar viewport={viewport} hiding={hiding} />}
      canvas={
        <ImageCanvas
          source={image}
          shapes={shapes}
          viewport={viewport}
          selection={selection}
          hovered={lit}
          isHidden={hiding.isHidden}
          hasSpotlight
          isQuiet
          label={t("description.canvas")}
          onSelect={setSelection}
          onHover={setHovered}
          onActivate={toggleSelected}
        >
          {lit !== null && !hiding.isHidden && <Caption objects={objects} id={lit} imageHeight={image.height} />}
        </ImageCanvas>
      }
      footer={<Hints hints={image.hints} />}
      panel={
        <>
          <TextEditor
            field={field}
            text={text}
            start={assignment.start_key === null ? null : textOf(assignment.start)}
            remarks={remarks}
            attempt={props.attempt}
            isReadOnly={isReadOnly}
            scratch={props.scratch}
            onChange={write}
          />
          <References
            texts={texts}
            current={text}
            objectCount={objects.length}
            objectList={
              <ContextList
                objects={objects}
                lit={lit}
                selected={primary(selection)}
                isReadOnly={isReadOnly}
                onHover={setHovered}
                onSelect={toggleSelected}
                onInsert={insert}
              />
            }
          />
        </>
      }
    />
  );
}

function shapeOf(item: ObjectAnswer): Shape {
  return { id: item.id, box: item.box, name: item.label };
}

type CaptionProps = {
  readonly objects: readonly ObjectAnswer[];
  readonly id: string;
  readonly imageHeight: number;
};

/** The words of the lit object, over the image: one need not look away from it. */
function Caption({ objects, id, imageHeight }: CaptionProps) {
  const item = objects.find((candidate) => candidate.id === id);
  if (!item) return null;
  // Away from the box, so that it hides none of it.
  const isLow = centre(item.box).y > imageHeight / 2;
  return (
    <div className={classes.caption} data-at={isLow ? "top" : "bottom"}>
      <Text size="sm" fw={650} component="p" m={0}>
        {item.label}
      </Text>
      <Text size="sm" component="p" m={0} lineClamp={5}>
        {item.description}
      </Text>
    </div>
  );
}
