import { Badge, Box, Button, Burger, Divider, Group, Stack, Text } from "@mantine/core";
import {
  IconClipboardList,
  IconFolders,
  IconHistory,
  IconHome,
  IconLogout,
  IconMessageCircle,
  IconSettings,
  IconUserCircle,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link, useRouterState, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BrandMark } from "@/components/brand";
import { CommandButton } from "@/features/commands";
import { NotificationsBell } from "@/features/notifications/notifications-bell";
import { UploadStatus } from "@/features/uploads";
import { ColorSchemeToggle } from "@/components/color-scheme-toggle";
import { signOut, useUser } from "@/lib/queries/session";
import { useLeads, useUnreadFeedback } from "@/lib/queries/work";
import classes from "./shell.module.css";

interface ItemProps {
  to: LinkProps["to"];
  icon: ReactNode;
  label: string;
  /** How many of them are new. */
  count?: number;
  /** Where all pages below which it is the one to be shown as open begin. */
  under?: string;
}

const current = { "aria-current": "page" } as const;

function Item({ to, icon, label, count = 0, under }: ItemProps) {
  const { t } = useTranslation("common");
  const isOpen = useRouterState({
    select: ({ location }) => under !== undefined && location.pathname.startsWith(under),
  });
  return (
    <li>
      <Link to={to} className={classes.link} {...(isOpen && current)}>
        {icon}
        {label}
        {count > 0 && (
          <Badge ms="auto" size="sm" aria-label={t("nav.unread", { count })}>
            {count}
          </Badge>
        )}
      </Link>
    </li>
  );
}

export function Navigation({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("common");
  const user = useUser();
  const unread = useUnreadFeedback();
  const leads = useLeads();
  return (
    <Stack h="100%" gap="md">
      <Group h={36} px={10} justify="space-between" wrap="nowrap">
        <Link to="/" className={classes.brand}>
          <BrandMark />
          {t("app.name")}
        </Link>
        <Box visibleFrom="md">
          <NotificationsBell />
        </Box>
        <Burger hiddenFrom="md" opened onClick={onClose} size="sm" aria-label={t("nav.close_menu")} />
      </Group>
      <CommandButton />
      <UploadStatus />
      <Box component="nav" aria-label={t("nav.main")} flex={1}>
        <ul className={classes.list}>
          {leads && <Item to="/home" icon={<IconHome size={18} aria-hidden />} label={t("nav.home")} />}
          <Item to="/work" icon={<IconClipboardList size={18} aria-hidden />} label={t("nav.work")} />
          <Item to="/projects" icon={<IconFolders size={18} aria-hidden />} label={t("nav.projects")} />
          <Item to="/history" icon={<IconHistory size={18} aria-hidden />} label={t("nav.history")} />
          <Item
            to="/feedback"
            icon={<IconMessageCircle size={18} aria-hidden />}
            label={t("nav.feedback")}
            count={unread}
          />
          {user.is_admin && (
            <Item
              to="/admin/users"
              under="/admin/"
              icon={<IconSettings size={18} aria-hidden />}
              label={t("nav.admin")}
            />
          )}
          <Item to="/account" icon={<IconUserCircle size={18} aria-hidden />} label={t("nav.account")} />
        </ul>
      </Box>
      <Divider />
      <WhoIsHere />
    </Stack>
  );
}

function WhoIsHere() {
  const { t } = useTranslation("common");
  const user = useUser();
  const leave = useMutation({
    mutationFn: signOut,
    // A whole new page, so that nothing of the last person stays in memory.
    onSuccess: (place) => window.location.assign(place),
  });
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" px={10}>
      <Box miw={0}>
        <Text size="sm" fw={550} truncate>
          {user.display_name || user.username}
        </Text>
        <Button
          variant="transparent"
          color="gray"
          size="compact-xs"
          px={0}
          c="dimmed"
          loading={leave.isPending}
          leftSection={<IconLogout size={14} aria-hidden />}
          onClick={() => leave.mutate()}
        >
          {t("nav.sign_out")}
        </Button>
      </Box>
      <Box visibleFrom="md">
        <ColorSchemeToggle />
      </Box>
    </Group>
  );
}
