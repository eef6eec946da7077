import { Box, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Health, HealthPart } from "@/api/types";
import { formatBytes, formatPercent, formatRelative } from "@/lib/format";
import { messageOf, remedyOf } from "@/lib/server-messages";
import classes from "./health-parts.module.css";

const icons = { ok: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX } as const;

/** Each part in a line: whether it is well, its figures, and what to do where it is not. */
export function HealthParts({ health }: { health: Health }) {
  const { t } = useTranslation("admin");
  const about = useFigures(health);
  return (
    <ul className={classes.list} aria-label={t("health.parts")}>
      {health.parts.map((part) => (
        <Part key={part.key} part={part} about={about[part.key]} />
      ))}
    </ul>
  );
}

function Part({ part, about }: { part: HealthPart; about: string }) {
  const { t } = useTranslation("admin");
  const Icon = icons[part.level];
  return (
    <li className={classes.part} data-level={part.level}>
      <Icon size={20} className={classes.icon} role="img" aria-label={t(`health.level.${part.level}`)} />
      <Text fw={600} className={classes.name}>
        {t(`health.part.${part.key}`)}
      </Text>
      <Box className={classes.about}>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        {part.problem && (
          <Text size="sm">
            <strong>{messageOf(part.problem)}</strong> {remedyOf(part.problem)}
          </Text>
        )}
      </Box>
    </li>
  );
}

/** What there is to say of each part, well or not. */
function useFigures({ figures, workers, queues }: Health): Record<HealthPart["key"], string> {
  const { t } = useTranslation("admin");
  const alive = workers.filter((worker) => worker.is_alive).length;
  const [queued, running] = [sumOf(queues, "queued"), sumOf(queues, "running")];
  const { disk_bytes, disk_free_bytes, storage_free_bytes } = figures;
  const share = disk_bytes && disk_free_bytes !== null ? disk_free_bytes / disk_bytes : null;
  const engine = figures.database_engine === "postgresql" ? "PostgreSQL" : "SQLite";
  return {
    web: t("health.about.web", { since: formatRelative(figures.web_since) }),
    workers: t("health.about.workers", {
      count: alive,
      broker: figures.broker === "redis" ? "Redis" : t("health.files"),
    }),
    clock: figures.clock_at
      ? t("health.about.clock", { at: formatRelative(figures.clock_at) })
      : t("health.about.clock_new"),
    queues: t("health.about.queues", { queued, running }),
    database: t("health.about.database", {
      engine,
      version: figures.database_version,
      bytes: formatBytes(figures.database_bytes),
    }),
    storage:
      figures.storage === "objects"
        ? t("health.about.objects")
        : t("health.about.storage", { bytes: formatBytes(storage_free_bytes) }),
    disk: t("health.about.disk", {
      free: formatBytes(disk_free_bytes),
      total: formatBytes(disk_bytes),
      share: formatPercent(share),
    }),
    versions: t("health.about.versions", {
      product: figures.product,
      python: figures.python,
      django: figures.django,
    }),
    jobs: t("health.about.jobs", { count: figures.failed_last_day }),
  };
}

const sumOf = (queues: Health["queues"], key: "queued" | "running") =>
  queues.reduce((sum, queue) => sum + queue[key], 0);
