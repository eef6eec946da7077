import { Anchor, Badge, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HubPush } from "@/api/hub";
import { DataTable, type Column } from "@/components/data-table";
import { JobProgress } from "@/components/job-progress";
import { Time } from "@/components/time";
import { formatBytes } from "@/lib/format";
import { isActive } from "@/lib/queries/jobs";
import { ShortDigest } from "./digest";

interface PushTableProps {
  projectId: number;
  pushes: HubPush[];
}

/** The newest first; what is under way, or failed last, stands above with what can be done about it. */
export function PushTable({ projectId, pushes }: PushTableProps) {
  const { t } = useTranslation("releases");
  const { t: common } = useTranslation("common");
  const shown = pushes.filter((push, place) => push.job && (isActive(push) || (place === 0 && !push.commit)));
  const done = pushes.filter(({ commit }) => commit);
  const columns: Column<HubPush>[] = [
    {
      key: "repository",
      header: t("hub.repository"),
      label: "",
      render: ({ repository, url }) => (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: "anywhere" }}>
          {repository}
        </Anchor>
      ),
    },
    { key: "at", header: t("list.at"), render: ({ finished_at: at }) => (at ? <Time at={at} /> : common("none")) },
    {
      key: "what",
      header: t("hub.outcome"),
      render: ({ is_new: isNew }) => (
        <Badge color={isNew ? "accent" : "gray"}>{t(isNew ? "hub.pushed" : "hub.there")}</Badge>
      ),
    },
    { key: "who", header: t("hub.seen_by"), render: ({ private: only }) => t(only ? "hub.some" : "hub.everybody") },
    { key: "size", header: t("list.size"), end: true, render: ({ size_bytes }) => formatBytes(size_bytes) },
    {
      key: "commit",
      header: t("hub.commit"),
      render: ({ commit, repository }) => <ShortDigest digest={commit} label={t("hub.copy", { repository })} />,
    },
  ];
  return (
    <Stack>
      {shown.map((push) => push.job && <JobProgress key={push.id} projectId={projectId} job={push.job} />)}
      {done.length > 0 && <DataTable name={t("hub.pushes")} columns={columns} rows={done} rowKey={({ id }) => id} />}
    </Stack>
  );
}
