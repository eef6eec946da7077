import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toCodePoints } from "@/lib/code-points";
import { TEXT_LANGUAGE } from "@/lib/languages";
import { markedParts, type TextMark } from "@/lib/marked-parts";
import classes from "./marked-text.module.css";

interface MarkedTextProps {
  text: string;
  marks?: readonly TextMark[] | undefined;
  /** Called with the stretch a reader has selected, in code points. */
  onSelect?: ((span: { start: number; end: number } | null) => void) | undefined;
  /** What stands for words that are not marked, such as names that can be pressed; their letters stay. */
  renderWords?: ((words: string) => ReactNode) | undefined;
}

/** A text to read, with stretches marked for the eye and for the ear. */
export function MarkedText({ text, marks = [], onSelect, renderWords }: MarkedTextProps) {
  const { t } = useTranslation("answers");
  const report = (root: HTMLElement) => onSelect?.(selectedSpan(root, text));
  return (
    // Selecting text is reading, not pressing: there is nothing here to press.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <p
      className={classes.text}
      dir="auto"
      lang={TEXT_LANGUAGE}
      onMouseUp={(event) => report(event.currentTarget)}
      onKeyUp={(event) => report(event.currentTarget)}
    >
      {markedParts(text, marks).map((part, index) =>
        part.mark ? (
          <mark key={index} className={classes.mark} data-tone={part.mark.tone} title={part.mark.label}>
            <VisuallyHidden data-aside="">{t("mark.begin", { label: part.mark.label ?? "" })}</VisuallyHidden>
            <span data-part="">{part.text}</span>
            <VisuallyHidden data-aside="">{t("mark.end")}</VisuallyHidden>
          </mark>
        ) : (
          <span key={index} data-part="">
            {renderWords ? renderWords(part.text) : part.text}
          </span>
        ),
      )}
    </p>
  );
}

/** What is written in the parts of the text, without what is only said of them. */
function* textNodes(root: HTMLElement): Generator<globalThis.Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest("[data-part]")) yield node as globalThis.Text;
  }
}

/** Where the selection lies in the text itself; null when nothing of it is selected. */
function selectedSpan(root: HTMLElement, text: string): { start: number; end: number } | null {
  const selection = window.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  let passed = 0;
  let start: number | null = null;
  let end = 0;
  for (const node of textNodes(root)) {
    const length = node.data.length;
    if (range.intersectsNode(node)) {
      const from = range.startContainer === node ? range.startOffset : 0;
      const to = range.endContainer === node ? range.endOffset : length;
      if (to > from) {
        start ??= passed + from;
        end = passed + to;
      }
    }
    passed += length;
  }
  return start === null ? null : { start: toCodePoints(text, start), end: toCodePoints(text, end) };
}
