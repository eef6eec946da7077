import { Text } from "@mantine/core";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ObjectAnswer } from "@/api/types";
import { toggle } from "@/canvas/selection";
import { useFetchedAtRest } from "@/lib/deferred";
import type { PlacedFinding, PlacedProblem } from "../kind";
import { SelectionBar } from "../boxes/selection-bar";
import { useNativeUndo } from "../boxes/use-native-undo";
import { splitKey } from "./checks";
import { LabelField } from "./label-field";
import { stateOf, suggestedLabels } from "./model";
import type { RowActions } from "./object-actions";
import type { RowContext } from "./object-editor";
import { ObjectRow } from "./object-row";
import classes from "./objects.module.css";
import type { ObjectsEditor } from "./use-objects";
import { useReorder } from "./use-reorder";

interface ObjectListProps {
  editor: ObjectsEditor;
  start: readonly ObjectAnswer[];
  context: RowContext;
  axisTurn: number;
  problems: readonly PlacedProblem[];
  findings: readonly PlacedFinding[];
  /** As they came, and never looked at. */
  unread: ReadonlySet<string>;
  hovered: string | null;
  isReadOnly: boolean;
  actions: RowActions;
  onUndo: () => void;
  onRedo: () => void;
  onHover: (id: string | null) => void;
}

export function ObjectList(props: ObjectListProps) {
  const { editor, start, problems, hovered, isReadOnly } = props;
  const { items, selection, setSelection, wish } = editor;
  const { t } = useTranslation("workbench");
  const startById = useMemo(() => new Map(start.map((item) => [item.id, item])), [start]);
  const suggestions = useMemo(() => suggestedLabels(items, start), [items, start]);
  const byObject = useMemo(() => groupProblems(problems), [problems]);
  useFetchedAtRest(LabelField);
  const { list, reorder, gripHandlers } = useReorder(editor.move);
  useNativeUndo(list, props.onUndo, props.onRedo);
  const open = selection.length === 1 ? selection[0] : undefined;
  const onToggle = useCallback((id: string) => setSelection((old) => toggle(old, id)), [setSelection]);
  const onOpen = useCallback(
    (id: string) => setSelection((old) => (old.length === 1 && old[0] === id ? [] : [id])),
    [setSelection],
  );
  const openFindings = useMemo(
    () => props.findings.filter(({ key }) => splitKey(key)[0] === open),
    [props.findings, open],
  );
  const general = problems.find((problem) => problem.key === "objects");
  return (
    <div className={classes.listPane}>
      {general && (
        <Text
          size="sm"
          c="var(--mantine-color-error)"
          role="alert"
          px="sm"
          pt="xs"
          tabIndex={-1}
          data-problem="objects"
        >
          {general.message}
        </Text>
      )}
      {items.length === 0 && <EmptyList />}
      <ol ref={list} className={classes.list} aria-label={t("objects.list")} data-place="objects">
        {items.map((item, index) => (
          <ObjectRow
            key={item.id}
            item={item}
            index={index}
            state={props.unread.has(item.id) ? "unread" : stateOf(item, startById)}
            isSelected={selection.includes(item.id)}
            isOpen={open === item.id}
            isHovered={hovered === item.id}
            isReadOnly={isReadOnly}
            dropMark={dropMarkAt(reorder?.before, index, items.length)}
            problems={byObject.get(item.id) ?? ""}
            findings={open === item.id ? openFindings : NO_FINDINGS}
            suggestions={open === item.id ? suggestions : NO_SUGGESTIONS}
            context={props.context}
            axisTurn={open === item.id ? props.axisTurn : 0}
            wish={wish?.id === item.id ? wish : null}
            actions={props.actions}
            onToggle={onToggle}
            onOpen={onOpen}
            onHover={props.onHover}
            onMove={editor.move}
            grip={gripHandlers}
          />
        ))}
      </ol>
      {!isReadOnly && selection.length > 1 && <SelectionBar editor={editor} />}
    </div>
  );
}

const NO_FINDINGS: readonly PlacedFinding[] = [];
const NO_SUGGESTIONS: readonly string[] = [];

function dropMarkAt(before: number | undefined, index: number, count: number) {
  if (before === undefined) return null;
  if (before === index) return "before";
  return before === count && index === count - 1 ? "after" : null;
}

function groupProblems(problems: readonly PlacedProblem[]): Map<string, string> {
  const grouped = new Map<string, string>();
  for (const { key, message } of problems) {
    const [id, field] = splitKey(key);
    const place = field === "label" || field === "description" ? field : "box";
    const before = grouped.get(id);
    grouped.set(id, `${before ? `${before}\n` : ""}${place}: ${message}`);
  }
  return grouped;
}

function EmptyList() {
  const { t } = useTranslation("workbench");
  return (
    <div className={classes.empty}>
      <Text fw={600} size="sm">
        {t("objects.none")}
      </Text>
      <Text size="sm" c="dimmed">
        {t("objects.none_hint")}
      </Text>
    </div>
  );
}
