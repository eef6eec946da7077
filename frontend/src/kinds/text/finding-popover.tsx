import { Button, Text } from "@mantine/core";
import { IconAlertCircle, IconBulb, IconWand } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { KeyLabel } from "@/canvas/key-label";
import { previewOf } from "./fixes";
import type { Remark } from "./remarks";
import classes from "./text.module.css";

interface FindingPopoverProps {
  remark: Remark;
  text: string;
  layer: RefObject<HTMLElement | null>;
  onFix: ((remark: Remark) => void) | null;
  onEnter: () => void;
  onLeave: () => void;
}

const GAP = 6;

/**
 * What is meant by a wavy line, near the words. The same stands in the list below and is said by the
 * live region, so it is here for the eye and the pointer only.
 */
export function FindingPopover({ remark, text, layer, onFix, ...hovering }: FindingPopoverProps) {
  const { t } = useTranslation("workbench");
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const start = remark.span?.[0];
  useLayoutEffect(() => {
    const frame = layer.current?.parentElement;
    const words = layer.current?.querySelector(`[data-from="${String(start)}"]`)?.getClientRects()[0];
    const own = card.current;
    if (frame && words && own) setPlace(placeBeside(words, frame.getBoundingClientRect(), own));
  }, [layer, start, text, remark]);
  return (
    <div
      ref={card}
      className={classes.popover}
      style={place ?? { visibility: "hidden" }}
      aria-hidden="true"
      onPointerEnter={hovering.onEnter}
      onPointerLeave={hovering.onLeave}
      // The cursor stays where it is while one presses here.
      onPointerDown={(event) => event.preventDefault()}
    >
      <div className={classes.remark} data-severity={remark.severity}>
        {remark.severity === "error" ? <IconAlertCircle size={16} aria-hidden /> : <IconBulb size={16} aria-hidden />}
        <Text component="span" size="sm">
          {remark.message}
        </Text>
      </div>
      {remark.fix && onFix && (
        <div className={classes.fixRow}>
          <Button
            size="compact-sm"
            tabIndex={-1}
            leftSection={<IconWand size={15} aria-hidden />}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onFix(remark)}
            classNames={{ label: classes.fixLabel ?? "" }}
          >
            <KeyLabel label={t("remarks.fix", { words: previewOf(text, remark.fix) })} command="finding_fix" />
          </Button>
        </div>
      )}
    </div>
  );
}

/** Below the words, or above them where there is no room; never beyond the field's sides. */
function placeBeside(words: DOMRect, frame: DOMRect, card: HTMLElement): { left: number; top: number } {
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = Math.max(0, Math.min(words.left - frame.left, frame.width - width));
  const isLow = words.bottom + GAP + height > window.innerHeight && words.top - GAP - height > 0;
  const top = isLow ? words.top - frame.top - GAP - height : words.bottom - frame.top + GAP;
  return { left, top };
}
