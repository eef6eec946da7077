import { Alert, Group, SegmentedControl, Text, Textarea } from "@mantine/core";
import { useDeferredValue, useEffect, useId, useMemo, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { TEXT_LANGUAGE } from "@/lib/languages";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import { FindingAids } from "../text/finding-aids";
import { RemarkList } from "../text/remark-list";
import type { Remark } from "../text/remarks";
import { ChangesView } from "./changes-view";
import { count } from "./count";
import classes from "./description.module.css";
import type { EarlierText } from "./earlier-texts";
import type { View } from "./use-view";

interface TextEditorProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** The text it started from; null when nothing was inherited. */
  start: string | null;
  texts: readonly EarlierText[];
  remarks: readonly Remark[];
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
  const { field, text, texts, remarks, isReadOnly, scratch, attempt, view, onChange } = props;
  const remarksId = useId();
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
      {view === "changes" && <ChangesView texts={texts} current={text} />}
      {isReading && props.reading}
      {/* It stays while one reads, so that the cursor and what the browser can undo are not forgotten. */}
      <div className={classes.fieldFrame} hidden={isReading}>
        <Textarea
          ref={field}
          classNames={{
            root: classes.field ?? "",
            wrapper: classes.fieldWrapper ?? "",
            input: classes.fieldInput ?? "",
          }}
          aria-label={t("description.field")}
          aria-describedby={remarksId}
          placeholder={t("description.placeholder")}
          value={text}
          readOnly={isReadOnly}
          error={remarks.some(({ isRefused }) => isRefused)}
          data-undo="text"
          spellCheck
          lang={TEXT_LANGUAGE}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <FindingAids field={field} text={text} remarks={remarks} isReadOnly={isReadOnly} onChange={onChange} />
      </div>
      <div className={classes.remarks} hidden={isReading}>
        <RemarkList id={remarksId} remarks={remarks} field={field} onChange={isReadOnly ? undefined : onChange} />
      </div>
      <Counter text={text} start={props.start} />
    </div>
  );
}

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
  const shown = useDeferredValue(text);
  const counts = useMemo(() => count(shown), [shown]);
  const before = useMemo(() => (start === null ? null : count(start)), [start]);
  const parts = [t("description.words", { count: counts.words }), t("description.tokens", { count: counts.tokens })];
  if (before) parts.push(t("description.started_with", { count: before.words }));
  return (
    <Text size="xs" c="dimmed" className={classes.counter}>
      {parts.join(" · ")}
    </Text>
  );
}
