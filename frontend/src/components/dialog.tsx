import { Modal, Text, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** A dialog whose title stands out, whose closing cross has a name, and which gives the focus back. */
export function Dialog({ title, ...props }: ModalProps) {
  const { t } = useTranslation("common");
  useFocusBack(props.opened);
  return (
    <Modal title={<Text fw={600}>{title}</Text>} closeButtonProps={{ "aria-label": t("action.close") }} {...props} />
  );
}

/** A modal that is there only while it is open is taken away before it could give the focus back by itself. */
function useFocusBack(isOpenAtOnce: boolean) {
  const [opener] = useState(() => (isOpenAtOnce ? openerOf(document.activeElement) : null));
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener?.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** What was pressed; where that was a line of a menu, which is gone by then, the button of the menu. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest("[role=menu]");
  const button = menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
  return button instanceof HTMLElement && button !== document.body ? button : null;
}
