import { ActionIcon, Menu } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import {
  IconBook,
  IconDots,
  IconHourglass,
  IconKeyboard,
  IconPlayerSkipForward,
  IconRotate2,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./workbench.module.css";

export interface HeaderActions {
  leave: () => void;
  openGuidelines: () => void;
  openShortcuts: () => void;
  openSkip: () => void;
  release: () => void;
  submit: () => void;
  toggleClock: () => void;
}

interface MoreMenuProps {
  isReadOnly: boolean;
  hasClock: boolean;
  actions: HeaderActions;
  releaseLabel?: string | undefined;
}

/** What is done now and then. It opens as it comes: somebody pressed the button that stood here. */
export function MoreMenu({ isReadOnly, hasClock, actions, releaseLabel }: MoreMenuProps) {
  const { t } = useTranslation("workbench");
  const [isOpen, setOpen] = useState(true);
  // Opened once it is there: what comes open does not know where to give the focus back to.
  const isThere = useMounted();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Menu position="bottom-end" withinPortal opened={isThere && isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.more}
          aria-label={t("header.more")}
        >
          <IconDots size={19} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlayerSkipForward size={16} aria-hidden />}
          disabled={isReadOnly}
          onClick={actions.openSkip}
        >
          {t("header.skip")}
        </Menu.Item>
        <Menu.Item leftSection={<IconRotate2 size={16} aria-hidden />} disabled={isReadOnly} onClick={actions.release}>
          {releaseLabel ?? t("header.release")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={actions.openShortcuts}>
          {t("header.shortcuts")}
        </Menu.Item>
        <Menu.Item leftSection={<IconBook size={16} aria-hidden />} onClick={actions.openGuidelines}>
          {t("header.guidelines")}
        </Menu.Item>
        <Menu.Item leftSection={<IconHourglass size={16} aria-hidden />} onClick={actions.toggleClock}>
          {t(hasClock ? "header.hide_clock" : "header.show_clock")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
