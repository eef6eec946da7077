import { Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconAlertCircle, IconBulb } from "@tabler/icons-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Remark } from "./remarks";
import classes from "./text.module.css";

type RemarkListProps = {
  readonly id?: string;
  readonly remarks: readonly Remark[];
  /** The field the spans are in; with it, a press selects the words meant. */
  readonly field?: RefObject<HTMLTextAreaElement | null>;
};

const MAX_QUOTE = 40;

/** What stands in the way and what could be better, beside the text it is about. */
export function RemarkList({ id, remarks, field }: RemarkListProps) {
  const { t } = useTranslation("workbench");
  const errors = remarks.filter(({ severity }) => severity === "error").length;
  const advice = remarks.length - errors;
  const parts = [
    errors > 0 ? t("remarks.errors", { count: errors }) : null,
    advice > 0 ? t("remarks.advice", { count: advice }) : null,
  ].filter((part) => part !== null);
  const select = ([start, end]: readonly [number, number]) => {
    field?.current?.focus();
    field?.current?.setSelectionRange(start, end);
  };
  return (
    <div id={id}>
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
              <Text component="span" size="sm">
                <VisuallyHidden>{t(`remarks.${remark.severity}_prefix`)} </VisuallyHidden>
                {remark.span && field?.current ? (
                  <Pointing remark={remark} span={remark.span} text={field.current.value} onSelect={select} />
                ) : (
                  remark.message
                )}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type PointingProps = {
  readonly remark: Remark;
  readonly span: readonly [start: number, end: number];
  readonly text: string;
  readonly onSelect: (span: readonly [number, number]) => void;
};

/** The sentence, with the words it is about to be pressed: where it quotes them, else after it. */
function Pointing({ remark: { message }, span, text, onSelect }: PointingProps) {
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
      {quoted ?? (canBeNamed ? `“${words}”` : t("remarks.show"))}
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
  const forms = [`“${words}”`, `'${words}'`, `"${words}"`];
  return forms.find((form) => message.includes(form)) ?? null;
}
