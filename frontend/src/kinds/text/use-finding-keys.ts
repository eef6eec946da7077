import { useCallback, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import type { Command } from "@/canvas/keys";
import { useShortcuts } from "@/canvas/shortcuts";
import { replaceIn } from "@/lib/writing/replace";
import { fixableFrom, nextRemark, previewOf, type PlacedRemark } from "./fixes";
import type { Remark } from "./remarks";

interface Options {
  field: RefObject<HTMLTextAreaElement | null>;
  /** What is found in the text as it stands in the field. */
  found: () => readonly Remark[];
  isReadOnly: boolean;
  onChange: (text: string) => void;
  show: (remark: PlacedRemark | null) => void;
  announce: (sentence: string) => void;
}

/** From finding to finding, and one key that fixes; what happened is said. */
export function useFindingKeys(options: Options): { applyFix: (remark: Remark) => void } {
  const { field, found, isReadOnly, onChange, show, announce } = options;
  const { t } = useTranslation("workbench");
  const applyFix = useCallback(
    ({ fix }: Remark) => {
      const input = field.current;
      if (!input || !fix) return;
      const words = previewOf(input.value, fix);
      onChange(replaceIn(input, fix.span, fix.text));
      show(null);
      announce(t("remarks.fixed", { words }));
    },
    [field, onChange, show, announce, t],
  );
  const goTo = (by: 1 | -1) => {
    const input = field.current;
    if (!input) return;
    const next = nextRemark(found(), [input.selectionStart, input.selectionEnd], by);
    if (!next) {
      announce(t("remarks.none_found"));
      return;
    }
    selectIn(input, next.span);
    show(next);
    announce(
      [next.message, next.fix && t("remarks.fix_hint", { words: previewOf(input.value, next.fix) })]
        .filter(Boolean)
        .join(" "),
    );
  };
  const fixHere = () => {
    const input = field.current;
    const here = input && fixableFrom(found(), [input.selectionStart, input.selectionEnd]);
    if (here) applyFix(here);
    else announce(t("remarks.no_fix"));
  };
  const isEnabled = () => field.current !== null;
  const canFix = () => field.current !== null && !isReadOnly;
  const commands: Command[] = [
    { id: "finding_next", keys: ["F8"], scope: "anywhere", isEnabled, run: () => goTo(1) },
    { id: "finding_previous", keys: ["shift+F8"], scope: "anywhere", isEnabled, run: () => goTo(-1) },
    { id: "finding_fix", keys: ["alt+Enter"], scope: "anywhere", isEnabled: canFix, run: fixHere },
  ];
  useShortcuts("findings", commands);
  return { applyFix };
}

/** Selects words and brings them into view: a browser scrolls to a selection only when the field gets the focus. */
export function selectIn(input: HTMLTextAreaElement, [start, end]: readonly [number, number]): void {
  input.blur();
  input.setSelectionRange(start, start);
  input.focus();
  input.setSelectionRange(start, end);
}
