import { Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber, formatPercent } from "@/lib/format";
import { boxStyle, RANGES, useChosenStyle } from "./box-style";
import classes from "./look-panel.module.css";
import { Slider } from "./slider";

/** How boxes are drawn, for all images on this device. */
export function BoxStyleSliders() {
  const { t } = useTranslation("workbench");
  const { fill, stroke } = useChosenStyle();
  const id = useId();
  return (
    <div className={classes.boxes} role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={600}>
        {t("look.boxes")}
      </Text>
      <Slider
        name={t("look.fill")}
        said={formatPercent(fill / 100)}
        value={fill}
        range={RANGES.fill}
        onChange={(percent) => boxStyle.set("fill", percent)}
      />
      <Slider
        name={t("look.stroke")}
        said={t("look.pixels", { width: formatNumber(stroke, 2) })}
        value={stroke}
        range={RANGES.stroke}
        onChange={(width) => boxStyle.set("stroke", width)}
      />
      <Text size="xs" c="dimmed">
        {t("look.boxes_hint")}
      </Text>
    </div>
  );
}
