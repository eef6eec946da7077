import { Button, Popover, Switch, Text } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { formatPercent } from "@/lib/format";
import { BoxStyleSliders } from "./box-style-sliders";
import { LOOK_RANGE } from "./look";
import classes from "./look-panel.module.css";
import { Slider } from "./slider";
import { FACTORS, type LookControls } from "./use-look";

/** The sliders, hung below the button that stands before them. */
export function LookPopover({ controls, hasBoxes }: { controls: LookControls; hasBoxes: boolean }) {
  const { t } = useTranslation("workbench");
  // Opened once it is there: what comes open does not know where to give the focus back to.
  const isThere = useMounted();
  return (
    <Popover
      opened={isThere && controls.isPanelOpen}
      onChange={controls.setPanelOpen}
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
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={hasBoxes ? t("look.title_boxes") : t("look.title")}>
        <LookPanel controls={controls} />
        {hasBoxes && <BoxStyleSliders />}
      </Popover.Dropdown>
    </Popover>
  );
}

function LookPanel({ controls }: { controls: LookControls }) {
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
