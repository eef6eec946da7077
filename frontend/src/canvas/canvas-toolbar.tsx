import { ActionIcon, Divider, Group, Text, Tooltip } from "@mantine/core";
import {
  IconArrowsMaximize,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconRotateClockwise,
  IconZoomScan,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./canvas-toolbar.module.css";
import { fullSizeAddress } from "./full-size";
import { LookButton } from "./look-panel";
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
  /** Left out where there are no boxes. */
  readonly hiding?: Hiding | undefined;
  /** Not on the page that shows the full size already. */
  readonly hasFullSize?: boolean;
  readonly children?: ReactNode;
};

/** Tools of the kind first, then what every canvas has. */
export function CanvasToolbar({ viewport, hiding, hasFullSize = true, children }: CanvasToolbarProps) {
  const { t } = useTranslation("workbench");
  const percent = Math.round(viewport.view.scale * 100);
  return (
    <Group className={classes.bar} gap={2} wrap="nowrap" role="group" aria-label={t("canvas.tools")}>
      {children}
      {children ? <Divider orientation="vertical" mx={4} /> : null}
      {hiding && (
        <ToolButton
          label={hiding.isHidden ? t("canvas.show_boxes") : t("canvas.hide_boxes")}
          keys="H"
          icon={hiding.isHidden ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          onClick={hiding.toggle}
          isPressed={hiding.isHidden}
        />
      )}
      {hiding && <Divider orientation="vertical" mx={4} />}
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
      <ToolButton
        label={t("keys.turn_right")}
        keys="T"
        icon={<IconRotateClockwise size={18} />}
        onClick={() => viewport.turnBy(1)}
      />
      <ToolButton
        label={t("keys.lens")}
        keys="L"
        icon={<IconZoomScan size={18} />}
        isPressed={viewport.lens.isOn}
        onClick={viewport.lens.toggle}
      />
      <LookButton controls={viewport.look} command="look" />
      {hasFullSize && <FullSizeLink href={fullSizeAddress(viewport)} />}
    </Group>
  );
}

/** A real link, so that it can also be opened in a tab or copied. */
function FullSizeLink({ href }: { readonly href: string }) {
  const { t } = useTranslation("workbench");
  return (
    <Tooltip label={`${t("keys.full_size")} (F)`} openDelay={350} withinPortal>
      <ActionIcon
        component="a"
        href={href}
        target="_blank"
        rel="noopener"
        variant="subtle"
        color="gray"
        size={34}
        aria-label={t("keys.full_size")}
      >
        <IconExternalLink size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
