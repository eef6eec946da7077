import { Badge, Button, Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Skipped } from "@/api/quality";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { ErrorNotice } from "@/components/error-notice";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { StateBadge } from "@/components/state-badge";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { notifyDone } from "@/lib/notify";
import { usePageTitle } from "@/lib/page-title";
import { personName } from "@/lib/people";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { flagTitle, messageOf, stageTitle } from "@/lib/server-messages";
import { settleSkip, skipsQuery, states } from "./api/review";

/** Work that people declined, with their words: often it is the image, not the person. */
export default function SkipsPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("review");
  const filters = useSearch({ from: "/shell/projects/$projectId/review/skips" });
  const navigate = useNavigate({ from: "/projects/$projectId/review/skips" });
  const query = useQuery({ ...skipsQuery(projectId, filters), placeholderData: keepPreviousData });
  usePageTitle(t("skips.title"), useProjectName(projectId));
  return (
    <Stack>
      <Text c="dimmed" size="sm" maw="72ch">
        {t("skips.text")}
      </Text>
      <Group>
        <SegmentedControl
          aria-label={t("filter.state")}
          value={filters.state ?? "open"}
          data={states.map((state) => ({ value: state, label: t(`filter.state_${state}`) }))}
          onChange={(state) => void navigate({ search: state === "open" ? {} : { state }, replace: true })}
        />
      </Group>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState icon={<IconChecks size={36} />} title={t("skips.none")}>
              {(filters.state ?? "open") === "open" && t("skips.none_open")}
            </EmptyState>
          ) : (
            <Paper withBorder p={{ base: "sm", sm: "md" }}>
              <SkipTable projectId={projectId} rows={page.results} />
              <Pager page={page} onCursor={(cursor) => void navigate({ search: (old) => ({ ...old, cursor }) })} />
            </Paper>
          )
        }
      </QueryView>
    </Stack>
  );
}

function SkipTable({ projectId, rows }: { projectId: number; rows: Skipped[] }) {
  const { t } = useTranslation("review");
  const mayAct = useMayLead(projectId);
  const columns: Column<Skipped>[] = [
    {
      key: "image",
      header: t("skips.image"),
      label: "",
      render: ({ image, sample, stage }) => (
        <Group gap="sm" wrap="nowrap">
          <Thumb src={image.urls.thumb} alt="" size={56} />
          <div>
            <TextLink to="/samples/$sampleId" params={{ sampleId: String(sample) }} fz="sm">
              {image.name}
            </TextLink>
            <Text size="xs" c="dimmed">
              {stageTitle(stage)}
            </Text>
          </div>
        </Group>
      ),
    },
    { key: "who", header: t("column.person"), render: ({ annotator }) => personName(annotator) },
    {
      key: "why",
      header: t("skips.why"),
      render: ({ flag, comment }) => (
        <div>
          <Badge color={flag.code === "image_reported" ? "red" : "yellow"}>{flagTitle(flag)}</Badge>
          <Text size="sm" mt={4} maw="48ch" style={{ overflowWrap: "anywhere" }}>
            {comment ? t("skips.comment", { comment }) : messageOf(flag)}
          </Text>
        </div>
      ),
    },
    {
      key: "state",
      header: t("skips.sample_state"),
      render: ({ sample_state: state }) => <StateBadge state={state} />,
    },
    { key: "at", header: t("skips.at"), render: ({ skipped_at: at }) => <Time at={at} /> },
  ];
  if (mayAct) {
    columns.push({
      key: "act",
      header: "",
      label: "",
      end: true,
      render: (row) => <Settle projectId={projectId} row={row} />,
    });
  }
  return <DataTable name={t("skips.title")} columns={columns} rows={rows} rowKey={({ flag }) => flag.id} />;
}

function Settle({ projectId, row }: { projectId: number; row: Skipped }) {
  const { t } = useTranslation("review");
  const client = useQueryClient();
  const open = row.flag.state === "open";
  const settle = useMutation({
    mutationFn: () => settleSkip(projectId, row.flag.id, open),
    onSuccess: async () => {
      notifyDone(t(open ? "skips.settled" : "skips.reopened"));
      await client.invalidateQueries({ queryKey: ["projects", projectId] });
    },
  });
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        size="xs"
        variant="default"
        loading={settle.isPending}
        aria-label={t(open ? "skips.settle_name" : "skips.reopen_name", { name: row.image.name })}
        onClick={() => settle.mutate()}
      >
        {t(open ? "skips.settle" : "skips.reopen")}
      </Button>
      {settle.error && <ErrorNotice error={settle.error} />}
    </Stack>
  );
}
