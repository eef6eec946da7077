import { ActionIcon, Badge, Button, Checkbox, Group, Text, TextInput, Title } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { memo, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { OcrToken } from "@/api/types";
import { colourOf } from "@/canvas/box-view";
import type { FocusWish } from "../boxes/use-boxes";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import { RemarkList } from "../text/remark-list";
import { atKey, type Remark } from "../text/remarks";
import { stateOf, type TokenState } from "./model";
import classes from "./ocr.module.css";
import type { TokenField, TokensEditor } from "./ocr-workbench";

type TokenPaneProps = {
  readonly editor: TokensEditor;
  readonly start: readonly OcrToken[];
  readonly remarks: readonly Remark[];
  readonly hovered: string | null;
  readonly scratch: Scratch;
  readonly isReadOnly: boolean;
  readonly onHover: (id: string | null) => void;
  readonly onAdd: () => void;
};

/** One field per word: Tab goes through them, and each lights its box. */
export function TokenPane(props: TokenPaneProps) {
  const { editor, remarks, isReadOnly } = props;
  const { items, selection, wish } = editor;
  const { t } = useTranslation("workbench");
  const start = useMemo(() => new Map(props.start.map((token) => [token.id, token])), [props.start]);
  const byToken = useMemo(() => messagesByToken(remarks), [remarks]);
  return (
    <div className={classes.pane}>
      <Group className={classes.head} gap="xs" wrap="nowrap">
        <Title order={2} size="h4">
          {t("ocr.title")}
        </Title>
        <Badge variant="default">{items.length}</Badge>
        {!isReadOnly && (
          <Group ml="auto" gap={4}>
            <Button size="compact-sm" variant="subtle" color="gray" fw={500} onClick={props.onAdd}>
              {t("ocr.add")}
            </Button>
            <ScratchControls scratch={props.scratch} />
          </Group>
        )}
      </Group>
      <Text size="xs" c="dimmed" px="sm" pt={8}>
        {items.length === 0 ? t("ocr.none_hint") : t("ocr.hint")}
      </Text>
      <div className={classes.general}>
        <RemarkList remarks={atKey(remarks, "tokens")} />
      </div>
      <ol className={classes.list} aria-label={t("ocr.list")}>
        {items.map((token, index) => (
          <TokenRow
            key={token.id}
            token={token}
            number={index + 1}
            state={stateOf(token, start)}
            isSelected={selection.includes(token.id)}
            isHovered={props.hovered === token.id}
            isReadOnly={isReadOnly}
            problem={byToken.get(token.id)}
            wish={wish?.id === token.id ? wish : null}
            onHover={props.onHover}
            onEnter={editor.setSelection}
            onWrite={editor.write}
            onLeave={editor.endWriting}
            onRemove={editor.remove}
          />
        ))}
      </ol>
    </div>
  );
}

function messagesByToken(remarks: readonly Remark[]): ReadonlyMap<string, string> {
  const grouped = new Map<string, string>();
  for (const { key, message } of remarks) {
    const id = key.slice(0, Math.max(key.lastIndexOf("."), 0));
    if (id) grouped.set(id, [grouped.get(id), message].filter(Boolean).join(" "));
  }
  return grouped;
}

type TokenRowProps = {
  readonly token: OcrToken;
  readonly number: number;
  readonly state: TokenState;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  readonly isReadOnly: boolean;
  readonly problem: string | undefined;
  readonly wish: FocusWish<TokenField> | null;
  readonly onHover: (id: string | null) => void;
  readonly onEnter: (selection: readonly string[]) => void;
  readonly onWrite: TokensEditor["write"];
  readonly onLeave: () => void;
  readonly onRemove: (ids: readonly string[]) => void;
};

const TokenRow = memo(function TokenRow(props: TokenRowProps) {
  const { token, number, state, isReadOnly, wish, onHover, onWrite } = props;
  const { t } = useTranslation("workbench");
  const field = useRef<HTMLInputElement>(null);
  const count = wish?.count;
  useEffect(() => {
    if (count === undefined) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  return (
    <li
      className={classes.row}
      data-selected={props.isSelected || undefined}
      data-hovered={props.isHovered || undefined}
      onMouseEnter={() => onHover(token.id)}
      onMouseLeave={() => onHover(null)}
    >
      <span className={classes.number} style={{ borderColor: colourOf(number) }} aria-hidden="true">
        {number}
      </span>
      <TextInput
        ref={field}
        className={classes.field}
        size="sm"
        aria-label={t("ocr.text_of", { number })}
        placeholder={token.legible ? t("ocr.placeholder") : t("ocr.illegible_mark")}
        value={token.text}
        maxLength={2000}
        readOnly={isReadOnly}
        error={props.problem}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        rightSection={state === "new" ? null : <StateDot state={state} />}
        onFocus={() => {
          props.onEnter([token.id]);
          onHover(token.id);
        }}
        onBlur={() => {
          onHover(null);
          props.onLeave();
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
        onChange={(event) => onWrite(token.id, { text: event.currentTarget.value })}
      />
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
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t("ocr.remove_of", { number })}
          onClick={() => props.onRemove([token.id])}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
});

function StateDot({ state }: { readonly state: TokenState }) {
  const { t } = useTranslation("workbench");
  if (state !== "edited") return null;
  return <span className={classes.edited} role="img" aria-label={t("ocr.edited")} title={t("ocr.edited")} />;
}
