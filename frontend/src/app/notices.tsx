import { Notifications } from "@mantine/notifications";

/** What was said before this was there is shown then. */
export function Notices() {
  return <Notifications position="bottom-right" limit={3} />;
}
