import { Badge, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Health } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { messageOf, remedyOf, titleOf } from "@/lib/server-messages";

type Queue = Health["queues"][number];
type Worker = Health["workers"][number];
type Failed = Health["failed"][number];

const jobName = ({ name, title }: { name: string; title: string }) => titleOf("job", name.replaceAll(".", "_"), title);

function Nothing({ children }: { children: string }) {
  return (
    <Text c="dimmed" size="sm">
      {children}
    </Text>
  );
}

/** What waits and runs, by kind. */
export function QueueTable({ queues }: { queues: Queue[] }) {
  const { t } = useTranslation("admin");
  const columns: Column<Queue>[] = [
    { key: "name", header: t("health.kind"), label: "", render: jobName },
    { key: "queued", header: t("health.queued"), end: true, render: ({ queued }) => formatNumber(queued) },
    { key: "running", header: t("health.running"), end: true, render: ({ running }) => formatNumber(running) },
    {
      key: "oldest",
      header: t("health.oldest"),
      end: true,
      render: ({ oldest_at }) => (oldest_at ? <Time at={oldest_at} /> : "–"),
    },
  ];
  if (queues.length === 0) return <Nothing>{t("health.no_queues")}</Nothing>;
  return <DataTable name={t("health.queues")} columns={columns} rows={queues} rowKey={({ name }) => name} />;
}

/** The workers that were seen in the last day. */
export function WorkerTable({ workers }: { workers: Worker[] }) {
  const { t } = useTranslation("admin");
  const columns: Column<Worker>[] = [
    {
      key: "name",
      header: t("health.worker"),
      label: "",
      render: ({ name }) => (
        <Text fz="inherit" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ),
    },
    {
      key: "state",
      header: t("state"),
      render: ({ is_alive }) => (
        <Badge color={is_alive ? "accent" : "gray"}>{is_alive ? t("health.alive") : t("health.gone")}</Badge>
      ),
    },
    { key: "seen", header: t("health.seen"), render: ({ seen_at }) => <Time at={seen_at} /> },
  ];
  if (workers.length === 0) return <Nothing>{t("health.no_workers")}</Nothing>;
  return <DataTable name={t("health.workers")} columns={columns} rows={workers} rowKey={({ name }) => name} />;
}

/** Jobs that failed in the last day, with why. */
export function FailedJobs({ jobs }: { jobs: Failed[] }) {
  const { t } = useTranslation("admin");
  const columns: Column<Failed>[] = [
    { key: "name", header: t("health.kind"), label: "", render: jobName },
    {
      key: "project",
      header: t("health.project"),
      render: ({ project }) =>
        project === null ? (
          t("health.no_project")
        ) : (
          <TextLink to="/projects/$projectId" params={{ projectId: String(project) }} fz="inherit">
            {t("health.project_number", { number: String(project) })}
          </TextLink>
        ),
    },
    { key: "at", header: t("health.failed_at"), render: ({ finished_at }) => <Time at={finished_at} /> },
    {
      key: "error",
      header: t("health.why"),
      render: ({ error }) => error && `${messageOf(error)} ${remedyOf(error) ?? ""}`,
    },
  ];
  return <DataTable name={t("health.failed")} columns={columns} rows={jobs} rowKey={({ id }) => id} />;
}
