import { ActionIcon, Divider, Group, Text, Tooltip } from "@mantine/core";
import {
  IconArrowsMaximize,
  IconEye,
  IconEyeOff,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./canvas-toolbar.module.css";
import type { ViewportControls } from "./use-viewport";
import { ZOOM_STEP, type Hiding } from "./view-commands";

type ToolProps = {
  readonly label: string;
  readonly keys?: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
};

/** One button of the toolbar: an icon, a name, and the key that does the same. */
export function ToolButton({ label, keys, icon, onClick, isPressed, isDisabled }: ToolProps) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label} openDelay={350} withinPortal>
      <ActionIcon
        variant={isPressed ? "filled" : "subtle"}
        color={isPressed ? undefined : "gray"}
        size={34}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        className={classes.tool}
        onClick={isDisabled ? undefined : onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

type CanvasToolbarProps = {
  readonly viewport: ViewportControls;
  readonly hiding: Hiding;
  readonly children?: ReactNode;
};

/** Tools of the kind first, then what every canvas has. */
export function CanvasToolbar({ viewport, hiding, children }: CanvasToolbarProps) {
  const { t } = useTranslation("workbench");
  const percent = Math.round(viewport.view.scale * 100);
  return (
    <Group className={classes.bar} gap={2} wrap="nowrap" role="group" aria-label={t("canvas.tools")}>
      {children}
      {children ? <Divider orientation="vertical" mx={4} /> : null}
      <ToolButton
        label={hiding.isHidden ? t("canvas.show_boxes") : t("canvas.hide_boxes")}
        keys="H"
        icon={hiding.isHidden ? <IconEyeOff size={18} /> : <IconEye size={18} />}
        onClick={hiding.toggle}
        isPressed={hiding.isHidden}
      />
      <Divider orientation="vertical" mx={4} />
      <ToolButton
        label={t("keys.zoom_out")}
        keys="−"
        icon={<IconZoomOut size={18} />}
        onClick={() => viewport.zoomBy(1 / ZOOM_STEP)}
      />
      <Text className={classes.percent} size="xs" aria-live="off">
        {t("canvas.percent", { percent })}
      </Text>
      <ToolButton
        label={t("keys.zoom_in")}
        keys="+"
        icon={<IconZoomIn size={18} />}
        onClick={() => viewport.zoomBy(ZOOM_STEP)}
      />
      <ToolButton
        label={t("keys.fit")}
        keys="0"
        icon={<IconArrowsMaximize size={18} />}
        onClick={viewport.fit}
      />
    </Group>
  );
}
