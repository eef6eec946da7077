import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useUnreadNotifications } from "@/lib/queries/notifications";

const MOST = 99;

/** The way to one's notifications, with the number of those that are unread. */
export function NotificationsBell() {
  const { t } = useTranslation("notifications");
  const count = useUnreadNotifications();
  return (
    <Indicator
      disabled={count === 0}
      label={count > MOST ? `${String(MOST)}+` : count}
      size={16}
      offset={5}
      aria-hidden={false}
    >
      <ActionIcon
        component={Link}
        to="/notifications"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={count ? t("bell_unread", { count }) : t("bell")}
      >
        <IconBell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}
