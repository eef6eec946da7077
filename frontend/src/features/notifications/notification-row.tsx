import { ActionIcon, Box, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Notification } from "@/api/notifications";
import { TextLink } from "@/components/link-button";
import { formatRelative } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import classes from "./notifications.module.css";

interface RowProps {
  item: Notification;
  onRead: () => void;
}

/** One thing to know: it leads to where something can be done about it, and is read by going there. */
export function NotificationRow({ item, onRead }: RowProps) {
  const { t } = useTranslation("notifications");
  const isUnread = item.read_at === null;
  return (
    <li className={`${classes.row ?? ""} ${isUnread ? (classes.unread ?? "") : ""}`}>
      <Box className={classes.dot} aria-hidden />
      <Box miw={0}>
        {isUnread && <VisuallyHidden>{t("is_unread")}: </VisuallyHidden>}
        <TextLink
          className={classes.sentence}
          size="sm"
          c="inherit"
          // The server knows the page; that there is one under this path is held by a test.
          to={item.path as LinkProps["to"]}
          onClick={isUnread ? onRead : undefined}
        >
          {messageOf({ ...item, params: item.params })}
        </TextLink>
        <Text size="xs" c="dimmed" mt={2}>
          {item.project.name} · {formatRelative(item.updated_at)}
        </Text>
      </Box>
      {isUnread && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("mark_read")} onClick={onRead}>
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
