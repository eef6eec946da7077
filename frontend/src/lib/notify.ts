import { notifications } from "@mantine/notifications";
import { i18n } from "./i18n";

/** Says that something worked. Failures are shown where they happen, never only here. */
export function notifyDone(message: string): void {
  const closeButtonProps = { "aria-label": i18n.t("action.close") };
  notifications.show({ message, color: "accent", autoClose: 5_000, withBorder: true, closeButtonProps });
}
