import { notifications } from "@mantine/notifications";

/** Says that something worked. Failures are shown where they happen, never only here. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: "accent", autoClose: 5_000, withBorder: true });
}
