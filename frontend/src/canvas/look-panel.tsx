import { ActionIcon, Button, Popover, Switch, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent } from "@/lib/format";
import { KeyLabel } from "./key-label";
import { isAsItIs, LOOK_RANGE, type Look } from "./look";
import classes from "./look-panel.module.css";
import { FACTORS, type LookControls } from "./use-look";

/** A button, and behind it everything that makes a poor photograph readable. */
export function LookButton({ controls, command }: { readonly controls: LookControls; readonly command: string }) {
  const { t } = useTranslation("workbench");
  const { isPanelOpen, setPanelOpen, isAsItIs } = controls;
  const name = t("look.title");
  return (
    <Popover
      opened={isPanelOpen}
      onChange={setPanelOpen}
      width={288}
      position="bottom-end"
      shadow="md"
      withArrow
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      // On a narrow screen the button may be scrolled out of sight when the key is pressed.
      hideDetached={false}
    >
      <Popover.Target>
        <span className={classes.target}>
        <Tooltip label={<KeyLabel label={name} command={command} />} openDelay={350} withinPortal disabled={isPanelOpen}>
          <ActionIcon
            variant={isAsItIs ? "subtle" : "filled"}
            {...(isAsItIs ? { color: "gray" } : {})}
            size={34}
            aria-label={isAsItIs ? name : t("look.title_changed")}
            aria-haspopup="dialog"
            aria-expanded={isPanelOpen}
            onClick={() => setPanelOpen(!isPanelOpen)}
          >
            <IconAdjustmentsHorizontal size={18} />
          </ActionIcon>
        </Tooltip>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={name}>
        <LookPanel controls={controls} />
      </Popover.Dropdown>
      <LookSaid controls={controls} />
    </Popover>
  );
}

function LookPanel({ controls }: { readonly controls: LookControls }) {
  const { t } = useTranslation("workbench");
  const { look, factor } = controls;
  return (
    <div className={classes.panel}>
      <Slider
        name={t("look.brightness")}
        said={formatPercent(look.brightness / 100)}
        value={look.brightness}
        range={LOOK_RANGE}
        onChange={(percent) => controls.set("brightness", percent)}
      />
      <Slider
        name={t("look.contrast")}
        said={formatPercent(look.contrast / 100)}
        value={look.contrast}
        range={LOOK_RANGE}
        onChange={(percent) => controls.set("contrast", percent)}
      />
      <div className={classes.switches}>
        <Switch size="sm" label={t("look.grey")} checked={look.isGrey} onChange={() => controls.toggle("isGrey")} />
        <Switch
          size="sm"
          label={t("look.inverted")}
          checked={look.isInverted}
          onChange={() => controls.toggle("isInverted")}
        />
      </div>
      <Slider
        name={t("look.factor")}
        said={t("look.times", { factor })}
        value={factor}
        range={{ ...FACTORS, step: 1 }}
        onChange={controls.setFactor}
      />
      <div className={classes.foot}>
        <Text size="xs" c="dimmed" flex="1 1 150px">
          {t("look.only_here")}
        </Text>
        <Button size="xs" variant="default" miw="max-content" disabled={controls.isAsItIs} onClick={controls.reset}>
          {t("look.reset")}
        </Button>
      </div>
    </div>
  );
}

type SliderProps = {
  readonly name: string;
  /** The value in words, for eyes and ears. */
  readonly said: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly onChange: (value: number) => void;
};

/** The browser's own slider: its keys, its touch and its direction of reading come with it. */
function Slider({ name, said, value, range, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{name}</label>
      <output htmlFor={id} aria-hidden="true">
        {said}
      </output>
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={value}
        aria-valuetext={said}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** Says what a key has changed; a slider says it by itself. */
function LookSaid({ controls }: { readonly controls: LookControls }) {
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
