import { Button, Checkbox, Group, Radio, Text, TextInput, Textarea } from "@mantine/core";
import { IconArrowBackUp, IconEyeOff } from "@tabler/icons-react";
import { useEffect, useId, useRef, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Assignment } from "@/api/types";
import { growing } from "@/components/growing";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { FindingAids } from "../text/finding-aids";
import { RemarkList } from "../text/remark-list";
import { atKey, type Remark } from "../text/remarks";
import text from "../text/text.module.css";
import classes from "./caption.module.css";
import { Instructions } from "./instructions";
import { ISSUES, toggleIssue, type CaptionSettings } from "./settings";
import type { CaptionEditor } from "./use-caption";

interface CaptionFormProps {
  assignment: Assignment;
  field: RefObject<HTMLTextAreaElement | null>;
  settings: CaptionSettings;
  editor: CaptionEditor;
  remarks: readonly Remark[];
  attempt: number;
  isReadOnly: boolean;
  tokens: ReactNode;
}

/** From what is asked to the words, and from the words to what is to be known of the image. */
export function CaptionForm(props: CaptionFormProps) {
  const { settings, remarks, attempt } = props;
  const root = useRef<HTMLDivElement>(null);
  const first = remarks.find(({ isRefused }) => isRefused)?.key;
  useEffect(() => {
    if (attempt === 0 || !first) return;
    const place = root.current?.querySelector<HTMLElement>(`[data-part="${first}"]`);
    place?.querySelector<HTMLElement>("textarea, input, button")?.focus();
    // Only a new attempt moves the focus, never the fixing of a problem.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);
  return (
    <div ref={root} className={classes.form}>
      <Instructions assignment={props.assignment} settings={settings} />
      <CaptionField {...props} />
      {props.tokens}
      {settings.ask_text && <TextQuestion {...props} />}
      {settings.ask_quality && <QualityFlags {...props} />}
    </div>
  );
}

/** Mantine's attributes know of messages within the field only, and take the place of ours. */
const OWN_ARIA = { withAria: false };

function CaptionField({ field, settings, editor, remarks, isReadOnly }: CaptionFormProps) {
  const { t } = useTranslation("workbench");
  const { answer, change, toggleCanned } = editor;
  const id = useId();
  const own = atKey(remarks, "text");
  const isFixed = isReadOnly || answer.canned;
  const isRefused = own.some((remark) => remark.isRefused);
  const write = (words: string) => change({ text: words.replace(/\s*\n\s*/g, " ") });
  return (
    <div className={classes.group} data-part="text">
      <div className={text.frame}>
        <Textarea
          ref={field}
          label={t("caption.field")}
          labelProps={{ id: `${id}-label`, onClick: () => field.current?.focus() }}
          {...OWN_ARIA}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-remarks`}
          aria-invalid={isRefused || undefined}
          placeholder={t("caption.placeholder")}
          classNames={{ input: classes.field }}
          {...growing(3, 9)}
          data-undo="text"
          data-place="text"
          spellCheck
          lang={TEXT_LANGUAGE}
          value={answer.text}
          readOnly={isFixed}
          data-canned={answer.canned || undefined}
          error={isRefused}
          onKeyDown={(event) => {
            // A caption is one line: Enter would only make it look like two.
            const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
            if (event.key === "Enter" && isPlain) event.preventDefault();
          }}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <FindingAids field={field} text={answer.text} remarks={own} isReadOnly={isFixed} onChange={write} />
      </div>
      {settings.canned_text !== null && !isReadOnly && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant={answer.canned ? "filled" : "default"}
            aria-pressed={answer.canned}
            leftSection={
              answer.canned ? <IconArrowBackUp size={15} aria-hidden /> : <IconEyeOff size={15} aria-hidden />
            }
            onClick={() => {
              const wasCanned = answer.canned;
              toggleCanned();
              if (wasCanned) field.current?.focus();
            }}
          >
            {answer.canned ? t("caption.uncan") : t("caption.can")}
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {answer.canned ? t("caption.canned_note") : ""}
          </Text>
        </Group>
      )}
      <RemarkList
        id={`${id}-remarks`}
        remarks={[...own, ...atKey(remarks, "canned")]}
        field={field}
        room={isReadOnly ? undefined : 3}
        onChange={isFixed ? undefined : write}
      />
    </div>
  );
}

function TextQuestion({ editor, remarks, isReadOnly }: CaptionFormProps) {
  const { t } = useTranslation("workbench");
  const { answer, change } = editor;
  const own = atKey(remarks, "text_detected");
  const value = answer.text_detected === null ? "" : answer.text_detected ? "yes" : "no";
  return (
    <div className={classes.group} data-part="text_detected">
      <Radio.Group
        label={t("caption.text_question")}
        description={t("caption.text_help")}
        value={value}
        onChange={(next) => {
          if (!isReadOnly) change({ text_detected: next === "yes" });
        }}
      >
        <Group mt={6} gap="lg">
          <Radio value="yes" label={t("caption.yes")} disabled={isReadOnly} />
          <Radio value="no" label={t("caption.no")} disabled={isReadOnly} />
        </Group>
      </Radio.Group>
      <RemarkList remarks={own} room={isReadOnly ? undefined : 1} />
    </div>
  );
}

function QualityFlags({ editor, remarks, isReadOnly }: CaptionFormProps) {
  const { t } = useTranslation("workbench");
  const { answer, change } = editor;
  const issues = answer.quality_issues;
  const hasOther = issues.includes("other");
  return (
    <div className={classes.group} data-part="quality_issues">
      <Checkbox.Group label={t("caption.quality")} description={t("caption.quality_help")} value={issues}>
        <div className={classes.flags}>
          {ISSUES.map((issue, index) => (
            <Checkbox
              key={issue}
              value={issue}
              size="sm"
              label={t(`caption.issue.${issue}`)}
              title={t("caption.issue_key", { key: index + 1 })}
              disabled={isReadOnly}
              onChange={() => change({ quality_issues: toggleIssue(issues, issue) })}
            />
          ))}
        </div>
      </Checkbox.Group>
      <div data-part="quality_other">
        {hasOther && (
          <TextInput
            label={t("caption.other")}
            value={answer.quality_other}
            data-undo="quality_other"
            maxLength={200}
            readOnly={isReadOnly}
            error={atKey(remarks, "quality_other").some(({ isRefused }) => isRefused)}
            onChange={(event) => change({ quality_other: event.currentTarget.value })}
          />
        )}
      </div>
      <RemarkList remarks={[...atKey(remarks, "quality_issues"), ...atKey(remarks, "quality_other")]} />
    </div>
  );
}
