import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PastSampleAct } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { Dialog } from "@/components/dialog";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { messageOf } from "@/lib/server-messages";
import { pastActsQuery } from "./api/sample-acts";

/** What was done with many samples at once: by whom, when, on how many, and what was refused. */
export function PastActs({ projectId }: { projectId: number }) {
  const { t } = useTranslation("samples");
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpened(true)}>
        {t("past.title")}
      </Button>
      {opened && (
        <Dialog opened onClose={() => setOpened(false)} title={t("past.title")} size="xl">
          <Acts projectId={projectId} onLeave={() => setOpened(false)} />
        </Dialog>
      )}
    </>
  );
}

function Acts({ projectId, onLeave }: { projectId: number; onLeave: () => void }) {
  const { t } = useTranslation("samples");
  const [cursor, setCursor] = useState<string>();
  const query = useQuery(pastActsQuery(projectId, cursor));
  const columns: Column<PastSampleAct>[] = [
    {
      key: "what",
      header: t("past.what"),
      label: "",
      render: (act) => (
        <div>
          <Text fw={550} fz="inherit">
            {t(`past.verb.${act.verb}`)}
          </Text>
          <Text size="xs" c="dimmed">
            {act.reason || act.title || act.split}
          </Text>
        </div>
      ),
    },
    { key: "who", header: t("past.who"), render: (act) => personName(act.actor) },
    { key: "when", header: t("past.when"), render: (act) => <Time at={act.created_at} /> },
    {
      key: "done",
      header: t("past.done"),
      end: true,
      render: ({ counts }) => t("past.of", { done: formatNumber(counts.done), total: formatNumber(counts.total) }),
    },
    { key: "refused", header: t("past.refused"), render: (act) => <Refused act={act} /> },
    {
      key: "more",
      header: "",
      label: "",
      end: true,
      render: (act) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {act.state !== "done" && <Badge color="yellow">{t(`past.state.${act.state}`)}</Badge>}
          <Button
            size="compact-sm"
            variant="subtle"
            component={Link}
            to={`/projects/${String(projectId)}/samples`}
            search={{ act: String(act.id) } as never}
            onClick={onLeave}
          >
            {t("past.show")}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <QueryView query={query}>
      {(page) =>
        page.results.length === 0 ? (
          <Text c="dimmed">{t("past.none")}</Text>
        ) : (
          <Stack>
            <DataTable name={t("past.title")} columns={columns} rows={page.results} rowKey={({ id }) => id} />
            <Pager page={page} onCursor={setCursor} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Refused({ act: { counts, refused } }: { act: PastSampleAct }) {
  const { t } = useTranslation("samples");
  if (counts.refused === 0) return <>{formatNumber(0)}</>;
  const rest = counts.refused - refused.length;
  return (
    <div>
      {refused.map((each) => (
        <div key={each.sample} title={messageOf(each)}>
          <TextLink size="sm" to="/samples/$sampleId" params={{ sampleId: String(each.sample) }}>
            {each.name}
          </TextLink>
        </div>
      ))}
      {rest > 0 && (
        <Text size="xs" c="dimmed">
          {t("past.more", { count: rest, number: formatNumber(rest) })}
        </Text>
      )}
    </div>
  );
}
