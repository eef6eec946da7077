import { Button, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAlertCircle, IconBulb, IconWand } from "@tabler/icons-react";
import type { CSSProperties, RefObject } from "react";
import { useTranslation } from "react-i18next";
import { replaceIn } from "@/lib/writing/replace";
import { previewOf } from "./fixes";
import type { Remark } from "./remarks";
import classes from "./text.module.css";
import { movedSpan, type Span } from "./spans";
import { selectIn } from "./use-finding-keys";

interface RemarkListProps {
  id?: string;
  remarks: readonly Remark[];
  /** The field the spans are in; with it, a press selects the words meant. */
  field?: RefObject<HTMLTextAreaElement | null>;
  /** In which they were found, where that may be older than what stands in the field. */
  text?: string;
  /** So many lines are kept free, that nothing below moves when remarks come or go; what is more scrolls. */
  room?: number;
  /** With it, what has a fix can be fixed here. */
  onChange?: ((text: string) => void) | undefined;
}

const MAX_QUOTE = 40;

/** What stands in the way and what could be better, beside the text it is about. */
export function RemarkList({ id, remarks, field, text, room, onChange }: RemarkListProps) {
  const { t } = useTranslation("workbench");
  const errors = remarks.filter(({ severity }) => severity === "error").length;
  const advice = remarks.length - errors;
  const parts = [
    errors > 0 ? t("remarks.errors", { count: errors }) : null,
    advice > 0 ? t("remarks.advice", { count: advice }) : null,
  ].filter((part) => part !== null);
  /** Where a place is by now; null where it was written over meanwhile. */
  const placeNow = (span: Span) => movedSpan(span, text ?? field?.current?.value ?? "", field?.current?.value ?? "");
  const select = (span: Span) => {
    const place = placeNow(span);
    if (field?.current && place) selectIn(field.current, place);
  };
  return (
    <div
      id={id}
      className={room === undefined ? undefined : classes.room}
      style={room === undefined ? undefined : ({ "--remark-lines": room } as CSSProperties)}
    >
      {/* Only the count is said aloud while one writes; the sentences can be read when wanted. */}
      <VisuallyHidden role="status">{parts.join(", ")}</VisuallyHidden>
      {remarks.length > 0 && (
        <ul className={classes.remarks} aria-label={t("remarks.label")}>
          {remarks.map((remark, index) => (
            <li
              key={`${remark.key} ${remark.code} ${String(index)}`}
              className={classes.remark}
              data-severity={remark.severity}
              data-refused={remark.isRefused || undefined}
            >
              {remark.severity === "error" ? (
                <IconAlertCircle size={16} aria-hidden />
              ) : (
                <IconBulb size={16} aria-hidden />
              )}
              <Text component="div" size="sm" className={classes.remarkWords}>
                <VisuallyHidden>{t(`remarks.${remark.severity}_prefix`)} </VisuallyHidden>
                {remark.span && field?.current ? (
                  <Pointing
                    message={remark.message}
                    span={remark.span}
                    text={text ?? field.current.value}
                    onSelect={select}
                  />
                ) : (
                  remark.message
                )}
                {onChange && field && <FixButton {...{ remark, field, text, placeNow, onChange }} />}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FixButtonProps {
  remark: Remark;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string | undefined;
  placeNow: (span: Span) => Span | null;
  onChange: (text: string) => void;
}

function FixButton({ remark: { fix }, field, text, placeNow, onChange }: FixButtonProps) {
  const { t } = useTranslation("workbench");
  if (!fix || !field.current || field.current.readOnly) return null;
  return (
    <>
      {" "}
      <Button
        size="compact-xs"
        variant="light"
        className={classes.fix}
        classNames={{ label: classes.fixLabel ?? "" }}
        leftSection={<IconWand size={14} aria-hidden />}
        onClick={() => {
          const place = placeNow(fix.span);
          if (field.current && place) onChange(replaceIn(field.current, place, fix.text));
        }}
      >
        {t("remarks.fix", { words: previewOf(text ?? field.current.value, fix) })}
      </Button>
    </>
  );
}

interface PointingProps {
  message: string;
  span: readonly [start: number, end: number];
  text: string;
  onSelect: (span: readonly [number, number]) => void;
}

/** The sentence, with the words it is about to be pressed: where it quotes them, else after it. */
function Pointing({ message, span, text, onSelect }: PointingProps) {
  const { t } = useTranslation("workbench");
  const words = text.slice(span[0], span[1]).trim();
  if (words === "") return message;
  const canBeNamed = /[\p{L}\p{N}]/u.test(words) && words.length <= MAX_QUOTE;
  const quoted = canBeNamed ? quoteIn(message, words) : null;
  const button = (
    <UnstyledButton
      className={classes.quote}
      aria-label={t("remarks.select", { words })}
      onClick={() => onSelect(span)}
    >
      {quoted ?? (canBeNamed ? t("remarks.quoted", { words }) : t("remarks.show"))}
    </UnstyledButton>
  );
  if (quoted === null) {
    return (
      <>
        {message} {button}
      </>
    );
  }
  const at = message.indexOf(quoted);
  return (
    <>
      {message.slice(0, at)}
      {button}
      {message.slice(at + quoted.length)}
    </>
  );
}

/** The words as the message itself quotes them. */
export function quoteIn(message: string, words: string): string | null {
  const forms = [`“${words}”`, `„${words}“`, `'${words}'`, `"${words}"`];
  return forms.find((form) => message.includes(form)) ?? null;
}
