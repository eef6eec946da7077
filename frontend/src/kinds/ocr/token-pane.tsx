import { Badge, Group, Text, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { OcrToken } from "@/api/types";
import type { PhotoSource } from "@/canvas/sheet";
import { PositionFields } from "../boxes/position-fields";
import { SelectionBar } from "../boxes/selection-bar";
import { leaveForBox } from "../boxes/use-focus-of-boxes";
import { useNativeUndo } from "../boxes/use-native-undo";
import { HeadButton } from "../head-button";
import type { Scratch } from "../kind";
import { ScratchControls } from "../scratch-controls";
import { RemarkList } from "../text/remark-list";
import { atKey, type Remark } from "../text/remarks";
import { stateOf } from "./model";
import classes from "./ocr.module.css";
import { TokenRow } from "./token-row";
import type { TokensEditor } from "./use-tokens";

interface TokenPaneProps {
  editor: TokensEditor;
  source: PhotoSource;
  start: readonly OcrToken[];
  remarks: readonly Remark[];
  hovered: string | null;
  scratch: Scratch;
  isReadOnly: boolean;
  onHover: (id: string | null) => void;
  onAdd: () => void;
  onNext: () => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** One field per word: Tab goes through them, and each lights its box. */
export function TokenPane(props: TokenPaneProps) {
  const { editor, remarks, isReadOnly } = props;
  const { items, selection, wish } = editor;
  const { t } = useTranslation("workbench");
  const start = useMemo(() => new Map(props.start.map((token) => [token.id, token])), [props.start]);
  const list = useRef<HTMLOListElement>(null);
  useNativeUndo(list, props.onUndo, props.onRedo);
  const open = selection.length === 1 ? selection[0] : undefined;
  const byToken = useMemo(() => messagesByToken(remarks), [remarks]);
  return (
    <div className={classes.pane}>
      <Group className={classes.head} gap="xs" wrap="nowrap" data-list-end="" tabIndex={-1}>
        <Title order={2} size="h4">
          {t("ocr.title")}
        </Title>
        <Badge variant="default">{items.length}</Badge>
        {!isReadOnly && (
          <Group ms="auto" gap={4} wrap="nowrap">
            <HeadButton icon={<IconPlus size={18} aria-hidden />} label={t("ocr.add")} onClick={props.onAdd} />
            <ScratchControls scratch={props.scratch} isInHead />
          </Group>
        )}
      </Group>
      {items.length === 0 ? (
        <NoTokens />
      ) : (
        <Text size="xs" c="dimmed" px="sm" py={6}>
          {t("ocr.hint")}
        </Text>
      )}
      <div className={classes.general}>
        <RemarkList remarks={atKey(remarks, "tokens")} />
      </div>
      <ol ref={list} className={classes.list} aria-label={t("ocr.list")}>
        {items.map((token, index) => (
          <TokenRow
            key={token.id}
            token={token}
            number={index + 1}
            state={stateOf(token, start)}
            isSelected={selection.includes(token.id)}
            source={props.source}
            isOpen={open === token.id}
            isHovered={props.hovered === token.id}
            isReadOnly={isReadOnly}
            problem={byToken.get(token.id)}
            wish={wish?.id === token.id ? wish : null}
            onHover={props.onHover}
            onEnter={editor.setSelection}
            onWrite={editor.write}
            onNext={props.onNext}
            onLeave={editor.endWriting}
            onRemove={editor.remove}
          />
        ))}
      </ol>
      {!isReadOnly && selection.length > 1 && <SelectionBar editor={editor} />}
      {!isReadOnly && open && <PlaceOfToken editor={editor} source={props.source} id={open} />}
    </div>
  );
}

/** An image may have no text: then there is nothing to do, and that is an answer. */
function NoTokens() {
  const { t } = useTranslation("workbench");
  return (
    <div className={classes.empty}>
      <Text fw={600} size="sm">
        {t("ocr.none")}
      </Text>
      <Text size="sm" c="dimmed">
        {t("ocr.none_hint")}
      </Text>
    </div>
  );
}

interface PlaceOfTokenProps {
  editor: TokensEditor;
  source: PhotoSource;
  id: string;
}

/** Below the list and not in its rows, so that Tab leads from text to text. */
function PlaceOfToken({ editor, source, id }: PlaceOfTokenProps) {
  const at = editor.items.findIndex((token) => token.id === id);
  const token = editor.items[at];
  if (!token) return null;
  return (
    // Escape bubbles up from any of the fields.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.place} data-row-id={id} data-history="box" onKeyDown={(event) => leaveForBox(event, id)}>
      <PositionFields
        key={id}
        box={token.box}
        image={source}
        number={at + 1}
        isReadOnly={false}
        onPlace={(box) => editor.place(id, box)}
        onLeave={editor.endWriting}
      />
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
