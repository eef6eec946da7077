import { Button, Group, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Training } from "@/api/learning";
import { DataTable, type Column } from "@/components/data-table";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { VersionBadge } from "@/components/version-badge";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { messageOf } from "@/lib/server-messages";
import { trainingsQuery } from "./api/learning";
import { TrainingStateBadge } from "./training-state";
import { useOpenTraining } from "./use-open-training";

/** Every training so far: from which version, on how much, and what came of it. */
export function TrainingsSection({ projectId, newest }: { projectId: number; newest: string }) {
  const { t } = useTranslation("learning");
  const [cursor, setCursor] = useState<string>();
  const options = trainingsQuery(projectId, cursor);
  const query = useQuery({ ...options, queryKey: [...options.queryKey, newest], placeholderData: keepPreviousData });
  const columns = useColumns();
  return (
    <Section title={t("trainings.title")}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <Text c="dimmed">{t("trainings.none")}</Text>
          ) : (
            <div>
              <DataTable name={t("trainings.title")} columns={columns} rows={page.results} rowKey={({ id }) => id} />
              <Pager page={page} onCursor={setCursor} />
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}

function useColumns(): Column<Training>[] {
  const { t } = useTranslation("learning");
  const { open } = useOpenTraining();
  return [
    {
      key: "when",
      header: t("trainings.when"),
      render: (run) => (
        <div>
          <Time at={run.created_at} />
          <Text size="xs" c="dimmed">
            {run.reason === "batch"
              ? t("reason.batch")
              : t("reason.manual", { name: run.created_by ? personName(run.created_by) : "" })}
          </Text>
        </div>
      ),
    },
    { key: "model", header: t("trainings.model"), render: ({ connection }) => connection.name },
    {
      key: "versions",
      header: t("trainings.versions"),
      render: ({ base, version }) => (
        <Group gap={6} wrap="nowrap">
          <VersionBadge version={base} />
          {version && (
            <>
              <span aria-label={t("trainings.became")} role="img">
                →
              </span>
              <VersionBadge version={version} withState />
            </>
          )}
        </Group>
      ),
    },
    {
      key: "samples",
      header: t("trainings.samples"),
      end: true,
      render: (run) => formatNumber(run.snapshot?.samples ?? run.finished_samples),
    },
    {
      key: "state",
      header: t("trainings.state"),
      render: (run) => (
        <div>
          <TrainingStateBadge state={run.state} />
          {run.problem && (
            <Text size="xs" c="var(--mantine-color-error)">
              {messageOf(run.problem)}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: "act",
      header: "",
      label: "",
      end: true,
      render: ({ id }) => (
        <Button size="xs" variant="default" aria-label={t("trainings.details_name", { id })} onClick={() => open(id)}>
          {t("trainings.details")}
        </Button>
      ),
    },
  ];
}
