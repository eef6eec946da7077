import { Button, Group, Paper, SegmentedControl } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { notificationsQuery, useMarkNotificationRead, useUnreadNotifications } from "@/lib/queries/notifications";
import { NotificationRow } from "./notification-row";
import classes from "./notifications.module.css";

/** What happened in one's projects, and what waits there. */
export default function NotificationsPage() {
  const { t } = useTranslation("notifications");
  const { cursor, view } = useSearch({ from: "/shell/notifications" });
  const navigate = useNavigate();
  const onlyUnread = view === "unread";
  const query = useQuery({ ...notificationsQuery(cursor, onlyUnread), placeholderData: keepPreviousData });
  const mark = useMarkNotificationRead();
  const unread = useUnreadNotifications();
  const show = (next: { view?: string; cursor?: string }) => void navigate({ to: "/notifications", search: next });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Group justify="space-between" mb="md" maw={860}>
        <SegmentedControl
          aria-label={t("filter")}
          value={onlyUnread ? "unread" : "all"}
          data={[
            { value: "all", label: t("all") },
            { value: "unread", label: t("unread") },
          ]}
          onChange={(next) => show(next === "unread" ? { view: next } : {})}
        />
        {unread > 0 && (
          <Button
            variant="default"
            loading={mark.isPending && mark.variables === null}
            onClick={() => mark.mutate(null)}
          >
            {t("mark_all_read")}
          </Button>
        )}
      </Group>
      {mark.error && <ErrorNotice error={mark.error} />}
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState
              icon={<IconBell size={36} />}
              title={t(onlyUnread ? "none_unread_title" : "none_title")}
              action={<TextLink to="/account/notifications">{t("settings")}</TextLink>}
            >
              {t(onlyUnread ? "none_unread_text" : "none_text")}
            </EmptyState>
          ) : (
            <>
              <Paper withBorder px="md" maw={860}>
                <ul className={classes.list}>
                  {page.results.map((item) => (
                    <NotificationRow key={item.id} item={item} onRead={() => mark.mutate(item.id)} />
                  ))}
                </ul>
              </Paper>
              <Group maw={860} mt="sm" justify="flex-end">
                <TextLink size="sm" to="/account/notifications">
                  {t("settings")}
                </TextLink>
              </Group>
              <Pager page={page} onCursor={(next) => show({ ...(view ? { view } : {}), cursor: next })} />
            </>
          )
        }
      </QueryView>
    </>
  );
}
