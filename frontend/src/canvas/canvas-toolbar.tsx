import { ActionIcon, Divider, Text } from "@mantine/core";
import {
  IconArrowsMaximize,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconFocusCentered,
  IconLock,
  IconLockOpen,
  IconRotateClockwise,
  IconZoomScan,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Tip } from "@/lib/tip";
import classes from "./canvas-toolbar.module.css";
import { fullSizeAddress } from "./full-size";
import { KeyLabel } from "./key-label";
import { LookButton } from "./look-panel";
import { Sideways } from "./sideways";
import { TOOL } from "./tool-classes";
import { useSeen, type ViewportControls } from "./use-viewport";
import { ZOOM_STEP, type Hiding } from "./view-commands";

interface ToolProps {
  label: string;
  /** Whose key stands in the tooltip. */
  command?: string;
  icon: ReactNode;
  onClick: () => void;
  isPressed?: boolean;
  isDisabled?: boolean;
  /** Stands below the icon at the first tasks. */
  word: string;
  /** From which room on it also stands beside the icon, at every task: of a lesser tool only where there is much. */
  besides?: "early" | "late";
}

/** One button of the toolbar: an icon, a name, and the key that does the same. */
export function ToolButton({ label, command, icon, onClick, isPressed, isDisabled, word, besides }: ToolProps) {
  return (
    <Tip label={command ? <KeyLabel label={label} command={command} /> : label}>
      <ActionIcon
        variant={isPressed ? "filled" : "subtle"}
        color={isPressed ? undefined : "gray"}
        size={34}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        classNames={TOOL}
        data-worded={besides ?? "first"}
        onClick={isDisabled ? undefined : onClick}
      >
        {icon}
        <span className={classes.word}>{word}</span>
      </ActionIcon>
    </Tip>
  );
}

interface CanvasToolbarProps {
  viewport: ViewportControls;
  /** Left out where there are no boxes. */
  hiding?: Hiding | undefined;
  /** Not on the page that shows the full size already. */
  hasFullSize?: boolean;
  children?: ReactNode;
}

/** Tools of the kind first, then what every canvas has. */
export function CanvasToolbar({ children, ...rest }: CanvasToolbarProps) {
  const { t } = useTranslation("workbench");
  return (
    <Sideways label={t("canvas.tools")}>
      {children}
      {children ? <Divider orientation="vertical" mx={4} /> : null}
      <ViewTools {...rest} canEdit={Boolean(children)} />
    </Sideways>
  );
}

type ViewToolsProps = Omit<CanvasToolbarProps, "children"> & { canEdit: boolean };

/** Drawn apart from the tools before it, which change while one works. */
const ViewTools = memo(function ViewTools({ viewport, hiding, hasFullSize = true, canEdit }: ViewToolsProps) {
  const { t } = useTranslation("workbench");
  return (
    <>
      {hiding && (
        <ToolButton
          label={hiding.isHidden ? t("canvas.show_boxes") : t("canvas.hide_boxes")}
          word={hiding.isHidden ? t("canvas.word.show") : t("canvas.word.hide")}
          command="hide"
          icon={hiding.isHidden ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
          onClick={hiding.toggle}
          isPressed={hiding.isHidden}
        />
      )}
      {hiding && (
        <ToolButton
          label={t("canvas.solo")}
          word={t("canvas.word.solo")}
          command="solo"
          icon={<IconFocusCentered size={18} aria-hidden />}
          onClick={viewport.solo.toggle}
          isPressed={viewport.solo.isOn}
        />
      )}
      {hiding && canEdit ? (
        <ToolButton
          label={t("canvas.lock")}
          word={t("canvas.word.lock")}
          command="lock"
          icon={viewport.lock.isOn ? <IconLock size={18} aria-hidden /> : <IconLockOpen size={18} aria-hidden />}
          onClick={viewport.lock.toggle}
          isPressed={viewport.lock.isOn}
        />
      ) : null}
      {hiding && <Divider orientation="vertical" mx={4} />}
      <ToolButton
        label={t("keys.zoom_out")}
        word={t("canvas.word.zoom_out")}
        command="zoom_out"
        icon={<IconZoomOut size={18} aria-hidden />}
        onClick={() => viewport.zoomBy(1 / ZOOM_STEP)}
      />
      <Percent viewport={viewport} />
      <ToolButton
        label={t("keys.zoom_in")}
        word={t("canvas.word.zoom_in")}
        command="zoom_in"
        icon={<IconZoomIn size={18} aria-hidden />}
        onClick={() => viewport.zoomBy(ZOOM_STEP)}
      />
      <ToolButton
        label={t("keys.fit")}
        word={t("canvas.word.fit")}
        command="fit"
        icon={<IconArrowsMaximize size={18} aria-hidden />}
        onClick={viewport.fit}
      />
      <ToolButton
        label={t("keys.turn_right")}
        word={t("canvas.word.turn")}
        command="turn_right"
        icon={<IconRotateClockwise size={18} aria-hidden />}
        onClick={() => viewport.turnBy(1)}
      />
      <ToolButton
        label={t("keys.lens")}
        word={t("keys.lens")}
        command="lens"
        icon={<IconZoomScan size={18} aria-hidden />}
        isPressed={viewport.lens.isOn}
        onClick={viewport.lens.toggle}
      />
      <LookButton controls={viewport.look} command="look" hasBoxes={hiding !== undefined} />
      {hasFullSize && <FullSizeLink href={fullSizeAddress(viewport)} />}
    </>
  );
});

/** The only part of the bar that changes while one zooms. */
function Percent({ viewport }: { viewport: ViewportControls }) {
  const { t } = useTranslation("workbench");
  const percent = Math.round(useSeen(viewport).view.scale * 100);
  return (
    <Text className={classes.percent} size="xs" aria-live="off">
      {t("canvas.percent", { percent })}
    </Text>
  );
}

/** A real link, so that it can also be opened in a tab or copied. */
function FullSizeLink({ href }: { href: string }) {
  const { t } = useTranslation("workbench");
  return (
    <Tip label={<KeyLabel label={t("keys.full_size")} command="full_size" />}>
      <ActionIcon
        component="a"
        href={href}
        target="_blank"
        rel="noopener"
        variant="subtle"
        color="gray"
        size={34}
        classNames={TOOL}
        data-worded="first"
        aria-label={t("keys.full_size")}
      >
        <IconExternalLink size={18} aria-hidden />
        <span className={classes.word}>{t("canvas.word.full_size")}</span>
      </ActionIcon>
    </Tip>
  );
}
