import { Alert, Group, SegmentedControl, Text, Textarea } from "@mantine/core";
import { memo, useCallback, useEffect, useId, useMemo, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { deferred, useFetchedAtRest } from "@/lib/deferred";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { useValue, type ValueStore } from "@/lib/value-store";
import type { PlacedFinding, PlacedProblem, Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import { FindingAids } from "../text/finding-aids";
import { RemarkList } from "../text/remark-list";
import { remarksOn } from "../text/remarks";
import { count } from "./count";
import classes from "./description.module.css";
import type { EarlierText } from "./earlier-texts";
import type { View } from "./use-view";

/** Its list of earlier texts takes as much script as all the rest of the editor. */
const ChangesView = deferred(async () => (await import("./changes-view")).ChangesView);

interface TextEditorProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** With each letter. The field holds the text itself, so that no letter waits for the page. */
  text: ValueStore<string>;
  /** For whatever is said about the text. */
  rested: ValueStore<string>;
  problems: readonly PlacedProblem[];
  findings: readonly PlacedFinding[];
  /** The text it started from; null when nothing was inherited. */
  start: string | null;
  texts: readonly EarlierText[];
  attempt: number;
  isReadOnly: boolean;
  scratch: Scratch;
  view: View;
  onView: (view: View) => void;
  /** The text as it is read, for the view of that name. */
  reading: ReactNode;
  onChange: (text: string) => void;
}

export function TextEditor(props: TextEditorProps) {
  const { field, text, rested, texts, isReadOnly, scratch, attempt, view, onChange } = props;
  const remarksId = useId();
  const [first] = useState(text.value);
  const shown = useValue(rested);
  useFetchedAtRest(ChangesView);
  const { problems, findings } = props;
  const remarksIn = useCallback((words: string) => remarksOn(words, problems, findings), [problems, findings]);
  const remarks = useMemo(() => remarksIn(shown), [shown, remarksIn]);
  // What was found is over at once where it was fixed; only what is typed comes to rest by itself.
  const fix = (next: string) => {
    onChange(next);
    rested.set(next);
  };
  const isRefused = remarks.some((remark) => remark.isRefused);
  const { t } = useTranslation("workbench");
  useEffect(() => {
    if (attempt > 0) field.current?.focus();
  }, [attempt, field]);
  // What is inserted or typed first goes to the end, not before the text.
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, [field]);
  const isReading = view === "read";
  return (
    <div className={classes.editor} data-view={view}>
      <Group gap="xs" wrap="wrap" justify="space-between">
        <ViewSwitch view={view} hasChanges={texts.length > 0} onView={props.onView} />
        {!isReadOnly && <ScratchControls scratch={scratch} />}
      </Group>
      {scratch.reason !== null && (
        <Alert p="xs" color="gray">
          {t("scratch.note", { reason: scratch.reason })}
        </Alert>
      )}
      {view === "changes" && <ChangesView texts={texts} current={shown} />}
      {isReading && props.reading}
      {/* It stays while one reads, so that the cursor and what the browser can undo are not forgotten. */}
      <div className={classes.fieldFrame} hidden={isReading}>
        <WritingField
          field={field}
          first={first}
          remarksId={remarksId}
          isRefused={isRefused}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
        <FindingAids {...{ field, remarks, remarksIn, isReadOnly }} text={shown} onChange={fix} />
      </div>
      <div className={classes.remarks} hidden={isReading}>
        <RemarkList
          id={remarksId}
          remarks={remarks}
          field={field}
          text={shown}
          onChange={isReadOnly ? undefined : fix}
        />
      </div>
      <Counter text={shown} start={props.start} />
    </div>
  );
}

interface WritingFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  first: string;
  remarksId: string;
  isRefused: boolean;
  isReadOnly: boolean;
  onChange: (text: string) => void;
}

/** The browser's own field, which is not drawn anew by what one writes into it. */
const WritingField = memo(function WritingField({ field, first, ...props }: WritingFieldProps) {
  const { t } = useTranslation("workbench");
  return (
    <Textarea
      ref={field}
      classNames={{ root: classes.field ?? "", wrapper: classes.fieldWrapper ?? "", input: classes.fieldInput ?? "" }}
      aria-label={t("description.field")}
      aria-describedby={props.remarksId}
      placeholder={t("description.placeholder")}
      defaultValue={first}
      readOnly={props.isReadOnly}
      error={props.isRefused}
      data-undo="text"
      data-place="text"
      spellCheck
      lang={TEXT_LANGUAGE}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
});

interface ViewSwitchProps {
  view: View;
  hasChanges: boolean;
  onView: (view: View) => void;
}

function ViewSwitch({ view, hasChanges, onView }: ViewSwitchProps) {
  const { t } = useTranslation("workbench");
  const views: View[] = hasChanges ? ["write", "changes", "read"] : ["write", "read"];
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("description.view")}
      value={view}
      onChange={(value) => onView(value as View)}
      data={views.map((value) => ({ value, label: t(`description.${value}`) }))}
    />
  );
}

function Counter({ text, start }: { text: string; start: string | null }) {
  const { t } = useTranslation("workbench");
  const counts = useMemo(() => count(text), [text]);
  const before = useMemo(() => (start === null ? null : count(start)), [start]);
  const parts = [t("description.words", { count: counts.words }), t("description.tokens", { count: counts.tokens })];
  if (before) parts.push(t("description.started_with", { count: before.words }));
  return (
    <Text size="xs" c="dimmed" className={classes.counter}>
      {parts.join(" · ")}
    </Text>
  );
}
