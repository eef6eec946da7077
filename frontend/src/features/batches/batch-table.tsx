import { Button, Progress, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Batch } from "@/api/quality";
import { ConfirmButton } from "@/components/confirm-button";
import { DataTable, type Column } from "@/components/data-table";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { StateBadge } from "@/components/state-badge";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { moveBatch } from "./api/batches";
import { useRefresh } from "./use-refresh";

interface BatchTableProps {
  projectId: number;
  batches: Batch[];
  mayAct: boolean;
}

export function BatchTable({ projectId, batches, mayAct }: BatchTableProps) {
  const { t } = useTranslation("quality");
  const columns: Column<Batch>[] = [
    {
      key: "title",
      header: t("batches.name"),
      label: "",
      render: (batch) => (
        <TextLink
          fz="inherit"
          fw={550}
          to="/projects/$projectId/quality/batches/$batchId"
          params={{ projectId: String(projectId), batchId: String(batch.id) }}
        >
          {batch.title}
        </TextLink>
      ),
    },
    { key: "number", header: t("batches.number"), end: true, render: (batch) => formatNumber(batch.number) },
    { key: "state", header: t("batches.state"), render: (batch) => <StateBadge state={batch.state} /> },
    {
      key: "progress",
      header: t("batches.progress"),
      render: (batch) => (
        <Stack gap={4} miw={120}>
          <Text size="sm">{t("batches.of", { done: batch.done, samples: batch.samples })}</Text>
          <Progress size="sm" value={batch.samples ? (100 * batch.done) / batch.samples : 0} aria-hidden />
        </Stack>
      ),
    },
    { key: "carried", header: t("batches.carried"), end: true, render: (batch) => formatNumber(batch.carried_over) },
    { key: "created", header: t("batches.created"), render: (batch) => <Time at={batch.created_at} /> },
    {
      key: "samples",
      header: t("batches.samples"),
      render: (batch) => (
        <TextLink
          fz="inherit"
          to="/projects/$projectId/samples"
          params={{ projectId: String(projectId) }}
          search={{ batch: String(batch.id) }}
        >
          {formatNumber(batch.samples)}
        </TextLink>
      ),
    },
  ];
  if (mayAct) {
    columns.push({
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (batch) => <MoveBatch projectId={projectId} batch={batch} />,
    });
  }
  return <DataTable name={t("batches.title")} columns={columns} rows={batches} rowKey={({ id }) => id} />;
}

function MoveBatch({ projectId, batch }: { projectId: number; batch: Batch }) {
  const { t } = useTranslation("quality");
  const refresh = useRefresh(projectId);
  const open = useMutation({
    mutationFn: () => moveBatch(projectId, batch.id, "open"),
    onSuccess: () => refresh(t("batches.opened_done")),
  });
  if (batch.state === "open") {
    return (
      <ConfirmButton
        size="xs"
        title={t("batches.close_title", { title: batch.title })}
        text={t("batches.close_text")}
        confirmLabel={t("batches.close")}
        danger={false}
        onConfirm={async () => {
          await moveBatch(projectId, batch.id, "close");
          await refresh(t("batches.closed_done"));
        }}
      >
        {t("batches.close")}
      </ConfirmButton>
    );
  }
  return (
    <Stack gap="xs" align="flex-end">
      <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate()}>
        {t("batches.reopen")}
      </Button>
      {open.error && <ErrorNotice error={open.error} />}
    </Stack>
  );
}
