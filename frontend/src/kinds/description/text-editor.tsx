import { Alert, Group, SegmentedControl, Text, Textarea } from "@mantine/core";
import { useDeferredValue, useEffect, useId, useMemo, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { WordDiff } from "@/components/word-diff";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import { RemarkList } from "../text/remark-list";
import type { Remark } from "../text/remarks";
import { Underlines } from "../text/underlines";
import { count } from "./count";
import classes from "./description.module.css";

type TextEditorProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** The text it started from; null when nothing was inherited. */
  readonly start: string | null;
  readonly remarks: readonly Remark[];
  readonly attempt: number;
  readonly isReadOnly: boolean;
  readonly scratch: Scratch;
  readonly onChange: (text: string) => void;
};

type View = "write" | "changes";

export function TextEditor(props: TextEditorProps) {
  const { field, text, start, remarks, isReadOnly, scratch, onChange } = props;
  const remarksId = useId();
  const { t } = useTranslation("workbench");
  const { attempt } = props;
  const [chosen, setChosen] = useState<{ view: View; attempt: number }>({ view: "write", attempt });
  // A new attempt to submit that met problems leads back to where they can be mended.
  const view = chosen.attempt === attempt ? chosen.view : "write";
  useEffect(() => {
    if (attempt > 0) field.current?.focus();
  }, [attempt, field]);
  // What is inserted or typed first goes to the end, not before the text.
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, [field]);
  const hasChanges = start !== null;
  return (
    <div className={classes.editor}>
      <Group gap="xs" wrap="wrap" justify="space-between">
        {hasChanges ? (
          <SegmentedControl
            size="xs"
            aria-label={t("description.view")}
            value={view}
            onChange={(value) => setChosen({ view: value === "changes" ? "changes" : "write", attempt })}
            data={[
              { value: "write", label: t("description.write") },
              { value: "changes", label: t("description.changes") },
            ]}
          />
        ) : (
          <Text fw={600} size="sm">
            {t("description.title")}
          </Text>
        )}
        {!isReadOnly && <ScratchControls scratch={scratch} />}
      </Group>
      {scratch.reason !== null && (
        <Alert p="xs" color="gray">
          {t("scratch.note", { reason: scratch.reason })}
        </Alert>
      )}
      {view === "changes" && start !== null ? (
        <div className={classes.changes} tabIndex={0} role="region" aria-label={t("description.changes")}>
          <WordDiff before={start} after={text} />
        </div>
      ) : (
        <div className={classes.fieldFrame}>
          <Textarea
            ref={field}
            classNames={{ root: classes.field, wrapper: classes.fieldWrapper, input: classes.fieldInput }}
            aria-label={t("description.field")}
            aria-describedby={remarksId}
            placeholder={t("description.placeholder")}
            value={text}
            readOnly={isReadOnly}
            error={remarks.some(({ isRefused }) => isRefused)}
            spellCheck
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <Underlines field={field} text={text} remarks={remarks} />
        </div>
      )}
      <div className={classes.remarks}>
        <RemarkList id={remarksId} remarks={remarks} field={field} />
      </div>
      <Counter text={text} start={start} />
    </div>
  );
}

function Counter({ text, start }: { readonly text: string; readonly start: string | null }) {
  const { t } = useTranslation("workbench");
  const shown = useDeferredValue(text);
  const counts = useMemo(() => count(shown), [shown]);
  const before = useMemo(() => (start === null ? null : count(start)), [start]);
  const parts = [
    t("description.words", { count: counts.words }),
    t("description.tokens", { count: counts.tokens }),
  ];
  if (before) parts.push(t("description.started_with", { count: before.words }));
  return (
    <Text size="xs" c="dimmed" className={classes.counter}>
      {parts.join(" · ")}
    </Text>
  );
}

