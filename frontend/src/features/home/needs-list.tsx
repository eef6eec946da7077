import { Box, Paper, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconAt,
  IconBrain,
  IconCash,
  IconChevronRight,
  IconCircleCheck,
  IconHourglassLow,
  IconMailForward,
  IconMessageCircle,
  IconMessageCheck,
  IconPlayerSkipForward,
  IconUsersPlus,
  type Icon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Home, HomeNeed } from "@/api/home";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { formatDateTime, formatRelative } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import classes from "./home.module.css";

const ICONS: Record<HomeNeed["kind"], Icon> = {
  job_failed: IconAlertTriangle,
  review_waiting: IconMessageCheck,
  skips_waiting: IconPlayerSkipForward,
  payments_waiting: IconCash,
  people_missing: IconUsersPlus,
  people_invited: IconMailForward,
  tasks_low: IconHourglassLow,
  model_proposed: IconBrain,
  mention: IconAt,
  feedback: IconMessageCircle,
};

const keyOf = ({ kind, project, params, message }: HomeNeed) =>
  [kind, project?.id, JSON.stringify(params), message].join(" ");

/** What waits, the most urgent first: each row leads to the page that settles it, and goes when it is settled. */
export function NeedsList({ home }: { home: Home }) {
  const { t } = useTranslation("home");
  if (home.needs.length === 0) {
    return (
      <EmptyState icon={<IconCircleCheck size={36} />} title={t("needs.none_title")} order={3}>
        {t("needs.none_text")}
      </EmptyState>
    );
  }
  return (
    <Paper withBorder>
      <ul className={classes.list}>
        {home.needs.map((need) => (
          <NeedRow key={keyOf(need)} need={need} />
        ))}
      </ul>
      {home.left_off > 0 && (
        <Text size="sm" c="dimmed" px="md" py="sm" className={classes.more}>
          {t("needs.left_off", { count: home.left_off })}
        </Text>
      )}
    </Paper>
  );
}

function NeedRow({ need }: { need: HomeNeed }) {
  const Picture = ICONS[need.kind];
  return (
    <li className={classes.need} data-kind={need.kind}>
      <Picture size={20} stroke={1.6} aria-hidden className={classes.icon} />
      <Box miw={0}>
        <TextLink
          className={classes.sentence}
          c="inherit"
          // The server knows the page; that there is one under this path is held by a test.
          to={need.path as LinkProps["to"]}
        >
          {messageOf(need)}
        </TextLink>
        <WhereAndSince need={need} />
      </Box>
      <IconChevronRight size={18} aria-hidden className={classes.chevron} />
    </li>
  );
}

function WhereAndSince({ need: { project, since, count } }: { need: HomeNeed }) {
  const { t } = useTranslation("home");
  if (!project && !since) return null;
  return (
    <Text size="sm" c="dimmed">
      {project?.name}
      {project && since && " · "}
      {since && (
        <time dateTime={since} title={formatDateTime(since)}>
          {count > 1 ? t("needs.since", { when: formatRelative(since) }) : formatRelative(since)}
        </time>
      )}
    </Text>
  );
}
