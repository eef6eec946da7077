import { Badge, Box, Group, Paper, Progress, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { HomeProject } from "@/api/home";
import { StateBadge } from "@/components/state-badge";
import { formatNumber, formatRelative } from "@/lib/format";
import classes from "./home.module.css";

/** Each project in a row: how far it is, who is at it, and what it lacks before the first answer. */
export function ProjectRows({ projects }: { projects: readonly HomeProject[] }) {
  return (
    <Paper withBorder>
      <ul className={classes.list}>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </ul>
    </Paper>
  );
}

function ProjectRow({ project }: { project: HomeProject }) {
  const { t } = useTranslation("common");
  return (
    <li className={classes.project}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Link to="/projects/$projectId" params={{ projectId: String(project.id) }} className={classes.name}>
          {project.name}
        </Link>
        {project.state !== "active" && <StateBadge state={project.state} />}
        {project.role !== "lead" && (
          <Badge color="gray" miw="max-content">
            {t(`role.${project.role}`)}
          </Badge>
        )}
      </Group>
      <HowFar project={project} />
      <WhoIsActive project={project} />
    </li>
  );
}

function HowFar({ project: { samples, done, setup } }: { project: HomeProject }) {
  const { t } = useTranslation("home");
  return (
    <Box>
      <Progress value={samples ? (100 * done) / samples : 0} size="sm" mt={7} mb={6} aria-hidden />
      <Text size="sm">
        {samples
          ? t("projects.progress", { done: formatNumber(done), samples: formatNumber(samples) })
          : t("projects.no_samples")}
      </Text>
      {setup.length > 0 && (
        <Text size="sm" c="var(--app-warn)">
          {t("projects.setup", { steps: setup.map((step) => t(`projects.step.${step}`)).join(", ") })}
        </Text>
      )}
    </Box>
  );
}

function WhoIsActive({ project }: { project: HomeProject }) {
  const { t } = useTranslation("home");
  const { active_today: today, active_this_week: week, last_activity: last } = project;
  return (
    <Box>
      <Text size="sm">{t("projects.active_week", { count: week })}</Text>
      <Text size="sm" c="dimmed">
        {week > 0 && `${t("projects.active_today", { count: today })} · `}
        {last ? t("projects.last", { when: formatRelative(last) }) : t("projects.no_activity")}
      </Text>
    </Box>
  );
}
