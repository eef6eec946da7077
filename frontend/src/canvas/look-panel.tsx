import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useState, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { Tip } from "@/lib/tip";
import { deferred, useFetchedAtRest } from "@/lib/deferred";
import { formatPercent } from "@/lib/format";
import { KeyLabel } from "./key-label";
import { isAsItIs, type Look } from "./look";
import classes from "./look-panel.module.css";
import { TOOL, TOOL_WORD } from "./tool-classes";
import type { LookControls } from "./use-look";

const LookPopover = deferred(async () => (await import("./look-popover")).LookPopover);

interface LookButtonProps {
  controls: LookControls;
  command: string;
  /** There are boxes over the image, which can be drawn stronger or weaker. */
  hasBoxes: boolean;
}

/** A button, and behind it everything that makes a poor photograph readable. */
export function LookButton({ controls, command, hasBoxes }: LookButtonProps) {
  const { t } = useTranslation("workbench");
  const { isPanelOpen, setPanelOpen, isAsItIs } = controls;
  const name = hasBoxes ? t("look.title_boxes") : t("look.title");
  useFetchedAtRest(LookPopover);
  const [wasOpen, setWasOpen] = useState(isPanelOpen);
  if (isPanelOpen && !wasOpen) setWasOpen(true);
  return (
    <span className={classes.target}>
      <Tip label={<KeyLabel label={name} command={command} />} isOff={isPanelOpen}>
        <ActionIcon
          variant={isAsItIs ? "subtle" : "filled"}
          {...(isAsItIs ? { color: "gray" } : {})}
          size={34}
          classNames={TOOL}
          data-worded="first"
          aria-label={isAsItIs ? name : t("look.changed", { name })}
          aria-haspopup="dialog"
          aria-expanded={isPanelOpen}
          // Else a press would close the panel as one outside of it, and the click open it again.
          onMouseDown={isPanelOpen ? stop : undefined}
          onTouchStart={isPanelOpen ? stop : undefined}
          onClick={() => setPanelOpen(!isPanelOpen)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          <span className={TOOL_WORD}>{t("canvas.word.look")}</span>
        </ActionIcon>
      </Tip>
      {wasOpen && <LookPopover controls={controls} hasBoxes={hasBoxes} />}
      <LookSaid controls={controls} />
    </span>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** Says what a key has changed; a slider says it by itself. */
function LookSaid({ controls }: { controls: LookControls }) {
  const { t } = useTranslation("workbench");
  const { look, isPanelOpen } = controls;
  const [before, setBefore] = useState(look);
  const [said, setSaid] = useState("");
  if (before !== look) {
    setBefore(look);
    if (!isPanelOpen) setSaid(changeInWords(t, before, look));
  }
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  );
}

function changeInWords(t: TFunction<"workbench">, before: Look, look: Look): string {
  if (isAsItIs(look)) return t("look.said_reset");
  for (const strength of ["brightness", "contrast"] as const) {
    if (before[strength] === look[strength]) continue;
    return t("look.said", { name: t(`look.${strength}`), value: formatPercent(look[strength] / 100) });
  }
  if (before.isGrey !== look.isGrey) return t(look.isGrey ? "look.said_grey" : "look.said_coloured");
  return t(look.isInverted ? "look.said_inverted" : "look.said_not_inverted");
}
