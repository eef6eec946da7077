import { Notifications, useNotifications } from "@mantine/notifications";
import { useEffect, useState } from "react";

const POSITION = "bottom-right";
const PROPERTY = "--app-notices";

/** What was said before this was there is shown then. */
export function Notices() {
  useRoomForNotices();
  return <Notifications position={POSITION} limit={3} />;
}

/**
 * Says how high the notices are that stand, for as long as they do: pages end so much earlier (global.css), so that
 * whatever a notice lies over can be scrolled above it.
 */
function useRoomForNotices() {
  // They stand in a part of the page that is made after this, and is there with the next frame.
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const stand = useNotifications().notifications.length > 0 && isThere;
  useEffect(() => {
    const page = document.documentElement.style;
    const notices = document.querySelector<HTMLElement>(`.mantine-Notifications-root[data-position="${POSITION}"]`);
    if (!stand || !notices) return;
    const watch = new ResizeObserver(() => {
      const height = notices.offsetHeight;
      if (height > 0) page.setProperty(PROPERTY, `calc(${String(height)}px + var(--mantine-spacing-md))`);
      else page.removeProperty(PROPERTY);
    });
    watch.observe(notices);
    return () => {
      watch.disconnect();
      page.removeProperty(PROPERTY);
    };
  }, [stand]);
}
