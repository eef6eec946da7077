import { Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { ObjectAnswer } from "@/api/types";
import type { Size } from "@/canvas/geometry";
import type { CanvasStore } from "@/canvas/store";
import { PositionFields } from "../boxes/position-fields";
import { leaveForBox } from "../boxes/use-focus-of-boxes";
import type { PlacedFinding } from "../kind";
import { AcceptButton } from "./accept-button";
import { Axes } from "./axes";
import type { ObjectsSettings } from "./checks";
import { DescriptionField } from "./description-field";
import { LabelField } from "./label-field";
import { ObjectActions, type RowActions } from "./object-actions";
import classes from "./objects.module.css";
import type { FocusWish } from "./use-objects";

/** What does not change while one works on an image. */
export interface RowContext {
  assignmentId: number;
  image: Size;
  settings: ObjectsSettings;
  store: CanvasStore<ObjectAnswer>;
  /** It is right as it stands, and on to the next; null where nothing was there before. */
  accept: (() => void) | null;
}

interface ObjectEditorProps {
  item: ObjectAnswer;
  number: number;
  suggestions: readonly string[];
  context: RowContext;
  problemOf: (field: string) => string | undefined;
  findings: readonly PlacedFinding[];
  wish: FocusWish | null;
  axisTurn: number;
  isReadOnly: boolean;
  actions: RowActions;
}

/** The fields of one object. Escape leaves them for its box on the image. */
export function ObjectEditor(props: ObjectEditorProps) {
  const { item, number, context, problemOf, isReadOnly, actions } = props;
  const { label, description } = useWishedFocus(props.wish, item.id);
  return (
    // Escape bubbles up from any of the fields.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.editor} onKeyDown={(event) => leaveForBox(event, item.id)}>
      <BoxProblem message={problemOf("box")} />
      <div data-history="label">
        <LabelField
          field={label}
          assignmentId={context.assignmentId}
          number={number}
          value={item.label}
          own={props.suggestions}
          problem={problemOf("label")}
          isReadOnly={isReadOnly}
          onWrite={(value) => actions.write(item.id, { label: value })}
          onLeave={actions.endWriting}
          onDone={() => description.current?.focus()}
        />
      </div>
      <div data-history="description">
        <DescriptionField
          field={description}
          id={item.id}
          number={number}
          value={item.description}
          problem={problemOf("description")}
          findings={props.findings}
          isReadOnly={isReadOnly}
          store={context.store}
          actions={actions}
        />
      </div>
      <Axes axes={context.settings.axes} turn={props.axisTurn} />
      <div data-history="box">
        <PositionFields
          box={item.box}
          image={context.image}
          number={number}
          isReadOnly={isReadOnly}
          onPlace={(box) => actions.place(item.id, box)}
          onLeave={actions.endWriting}
        />
      </div>
      <ObjectActions id={item.id} isReadOnly={isReadOnly} actions={actions}>
        {context.accept && <AcceptButton item={item} onAccept={context.accept} />}
      </ObjectActions>
    </div>
  );
}

function BoxProblem({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {message}
    </Text>
  );
}

function useWishedFocus(wish: FocusWish | null, id: string) {
  const label = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLTextAreaElement>(null);
  const isMine = wish?.id === id;
  const field = wish?.field;
  const count = wish?.count;
  useEffect(() => {
    if (!isMine) return;
    const target = field === "description" ? description.current : label.current;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: "nearest" });
  }, [isMine, field, count]);
  return { label, description };
}
