import { ActionIcon, Checkbox, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { OcrToken } from "@/api/types";
import { colourOf } from "@/canvas/box-view";
import type { PhotoSource } from "@/canvas/sheet";
import { growing } from "@/components/growing";
import type { FocusWish } from "../boxes/use-boxes";
import { leaveForBox } from "../boxes/use-focus-of-boxes";
import { useUndoneCaret } from "../boxes/use-undone-caret";
import { Cutout } from "./cutout";
import type { TokenState } from "./model";
import classes from "./ocr.module.css";
import type { TokenField, TokensEditor } from "./use-tokens";

export interface TokenRowProps {
  token: OcrToken;
  number: number;
  state: TokenState;
  source: PhotoSource;
  isSelected: boolean;
  isOpen: boolean;
  isHovered: boolean;
  isReadOnly: boolean;
  problem: string | undefined;
  wish: FocusWish<TokenField> | null;
  onHover: (id: string | null) => void;
  onEnter: (selection: readonly string[]) => void;
  onWrite: TokensEditor["write"];
  onLeave: () => void;
  onRemove: (ids: readonly string[]) => void;
  /** Enter: on to the next piece. */
  onNext: () => void;
}

export const TokenRow = memo(function TokenRow(props: TokenRowProps) {
  const { token, number, isReadOnly, isOpen, onHover, onWrite } = props;
  const { t } = useTranslation("workbench");
  return (
    <li
      className={classes.row}
      data-selected={props.isSelected || undefined}
      data-hovered={props.isHovered || undefined}
      data-row-id={token.id}
      onMouseEnter={() => onHover(token.id)}
      onMouseLeave={() => onHover(null)}
    >
      <span className={classes.number} style={{ borderColor: colourOf(number) }} aria-hidden="true">
        {number}
      </span>
      <TokenText {...props} />
      <Checkbox
        className={classes.legible}
        size="xs"
        label={t("ocr.illegible")}
        aria-label={t("ocr.illegible_of", { number })}
        checked={!token.legible}
        disabled={isReadOnly}
        onChange={(event) => onWrite(token.id, { legible: !event.currentTarget.checked })}
      />
      {!isReadOnly && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t("ocr.remove_of", { number })}
          onClick={() => props.onRemove([token.id])}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      {isOpen && (
        <div className={classes.details}>
          <Cutout source={props.source} box={token.box} />
        </div>
      )}
    </li>
  );
});

function TokenText(props: TokenRowProps) {
  const { token, number, state, wish, onHover, onWrite } = props;
  const { t } = useTranslation("workbench");
  const field = useRef<HTMLTextAreaElement>(null);
  const noteTyped = useUndoneCaret(field, token.text);
  const count = wish?.count;
  useEffect(() => {
    if (count === undefined) return;
    field.current?.focus({ preventScroll: true });
    // The row and not the field: only it knows of the bars that lie over the page.
    field.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, [count]);
  return (
    <Textarea
      ref={field}
      className={classes.field}
      classNames={{ input: classes.text }}
      size="sm"
      rows={1}
      {...growing(1, 7)}
      aria-label={t("ocr.text_of", { number })}
      placeholder={token.legible ? t("ocr.placeholder") : t("ocr.illegible_mark")}
      value={token.text}
      maxLength={2000}
      readOnly={props.isReadOnly}
      error={props.problem}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      data-history="text"
      data-row-focus=""
      rightSection={state === "edited" ? <StateDot /> : null}
      onFocus={() => {
        props.onEnter([token.id]);
        onHover(token.id);
      }}
      onBlur={() => {
        onHover(null);
        props.onLeave();
      }}
      onKeyDown={(event) => {
        leaveForBox(event, token.id);
        if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.nativeEvent.isComposing) return;
        // A piece is one line, however many it takes to show it.
        event.preventDefault();
        if (!event.shiftKey) props.onNext();
      }}
      onChange={(event) => {
        const words = event.currentTarget.value.replace(/\s*\n\s*/g, " ");
        noteTyped(words);
        onWrite(token.id, { text: words });
      }}
    />
  );
}

function StateDot() {
  const { t } = useTranslation("workbench");
  return <span className={classes.edited} role="img" aria-label={t("ocr.edited")} title={t("ocr.edited")} />;
}
