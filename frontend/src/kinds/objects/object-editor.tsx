import { Autocomplete, Button, Group, Text, Textarea } from "@mantine/core";
import { IconFocus2, IconSquareHalf, IconTrash } from "@tabler/icons-react";
import { memo, useEffect, useId, useMemo, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import type { PlacedFinding } from "../kind";
import { RemarkList } from "../text/remark-list";
import { atKey, remarksOn } from "../text/remarks";
import { Underlines } from "../text/underlines";
import { Axes } from "./axes";
import { MAX_LABEL, type ObjectsSettings } from "./checks";
import classes from "./objects.module.css";
import type { FocusWish } from "./use-objects";

export type RowActions = {
  readonly write: (id: string, change: Partial<Pick<ObjectAnswer, "label" | "description">>) => void;
  readonly endWriting: () => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly split: (id: string) => void;
  readonly zoomTo: (id: string) => void;
  readonly leave: () => void;
};

type ObjectEditorProps = {
  readonly item: ObjectAnswer;
  readonly number: number;
  readonly suggestions: readonly string[];
  readonly settings: ObjectsSettings;
  readonly problemOf: (field: string) => string | undefined;
  readonly findings: readonly PlacedFinding[];
  readonly wish: FocusWish | null;
  readonly isReadOnly: boolean;
  readonly actions: RowActions;
};

/** The fields of one object. Escape leaves them for the image. */
export function ObjectEditor(props: ObjectEditorProps) {
  const { item, number, settings, problemOf, isReadOnly, actions } = props;
  const { t } = useTranslation("workbench");
  const { label, description } = useWishedFocus(props.wish, item.id);
  const boxProblem = problemOf("box");
  return (
    // Escape bubbles up from any of the fields.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={classes.editor}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        actions.leave();
      }}
    >
      {boxProblem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {boxProblem}
        </Text>
      )}
      <Autocomplete
        ref={label}
        size="sm"
        label={t("objects.label")}
        aria-label={t("objects.label_of", { number })}
        placeholder={t("objects.label_placeholder")}
        data={props.suggestions.filter((label) => label !== item.label.trim())}
        limit={8}
        maxLength={MAX_LABEL * 2}
        value={item.label}
        error={problemOf("label")}
        readOnly={isReadOnly}
        spellCheck
        onChange={(value) => actions.write(item.id, { label: value })}
        onBlur={actions.endWriting}
      />
      <DescriptionField
        field={description}
        id={item.id}
        number={number}
        value={item.description}
        problem={problemOf("description")}
        findings={props.findings}
        isReadOnly={isReadOnly}
        actions={actions}
      />
      <Axes axes={settings.axes} />
      <Group gap={4}>
        <Button
          size="compact-sm"
          variant="subtle"
          fw={500}
          leftSection={<IconFocus2 size={15} />}
          onClick={() => actions.zoomTo(item.id)}
        >
          {t("objects.zoom")}
        </Button>
        {!isReadOnly && (
          <>
            <Button
              size="compact-sm"
              variant="subtle"
              fw={500}
              leftSection={<IconSquareHalf size={15} />}
              onClick={() => actions.split(item.id)}
            >
              {t("objects.split")}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              fw={500}
              color="red"
              leftSection={<IconTrash size={15} />}
              onClick={() => actions.remove([item.id])}
            >
              {t("objects.remove")}
            </Button>
          </>
        )}
      </Group>
    </div>
  );
}

type DescriptionFieldProps = Pick<ObjectEditorProps, "number" | "isReadOnly" | "actions"> & {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly id: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly findings: readonly PlacedFinding[];
};

/** A growing field measures the whole page each time it is drawn, so it is drawn for its own text only. */
const DescriptionField = memo(function DescriptionField({
  field,
  id,
  number,
  value,
  problem,
  findings,
  isReadOnly,
  actions,
}: DescriptionFieldProps) {
  const { t } = useTranslation("workbench");
  const remarksId = useId();
  const remarks = useMemo(
    () => remarksOn(value, [], atKey(findings, `${id}.description`)).filter(({ message }) => message !== problem),
    [value, findings, id, problem],
  );
  return (
    <div className={classes.descriptionFrame}>
      <Textarea
        ref={field}
        size="sm"
        label={t("objects.description")}
        aria-label={t("objects.description_of", { number })}
        aria-describedby={remarksId}
        placeholder={t("objects.description_placeholder")}
        autosize
        minRows={4}
        maxRows={14}
        value={value}
        error={problem}
        readOnly={isReadOnly}
        spellCheck
        onChange={(event) => actions.write(id, { description: event.currentTarget.value })}
        onBlur={actions.endWriting}
      />
      <Underlines field={field} text={value} remarks={remarks} />
      <RemarkList id={remarksId} remarks={remarks} field={field} />
    </div>
  );
});

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
