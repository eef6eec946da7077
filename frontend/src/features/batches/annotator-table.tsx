import { Badge, Button, Group, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AnnotatorQuality } from "@/api/quality";
import { BlockDialog } from "@/components/block-dialog";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { formatNumber, formatPercent, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";
import { messageOf, stageTitle } from "@/lib/server-messages";

interface AnnotatorTableProps {
  projectId: number;
  rows: AnnotatorQuality[];
  mayAct?: boolean;
}

/** A figure, and below it what it is measured against, if anything. */
function against(value: string, other: string): ReactNode {
  if (!other) return value;
  return (
    <div>
      {value}
      <Text size="xs" c="dimmed">
        {other}
      </Text>
    </div>
  );
}

function useFigures(): Column<AnnotatorQuality>[] {
  const { t } = useTranslation("quality");
  const z = (value: number | null) => (value === null ? "" : t("annotators.z", { z: formatNumber(value, 1) }));
  return [
    {
      key: "submissions",
      header: t("annotators.submissions"),
      end: true,
      render: (row) => formatNumber(row.submissions),
    },
    {
      key: "approved",
      header: t("annotators.approved"),
      end: true,
      render: (row) =>
        against(
          formatPercent(row.approval_rate),
          row.approved + row.rejected === 0
            ? ""
            : t("annotators.of", { right: row.approved, total: row.approved + row.rejected }),
        ),
    },
    {
      key: "gold",
      header: t("annotators.gold"),
      end: true,
      render: ({ gold }) => against(formatPercent(gold.accuracy), gold.total ? t("annotators.of", gold) : ""),
    },
    {
      key: "time",
      header: t("annotators.time"),
      end: true,
      render: ({ active_seconds: time }) =>
        against(
          formatSeconds(time.median),
          [time.pool_median === null ? "" : t("annotators.pool", { value: formatSeconds(time.pool_median) }), z(time.z)]
            .filter(Boolean)
            .join(" · "),
        ),
    },
    {
      key: "edits",
      header: t("annotators.edits"),
      end: true,
      render: ({ edit_distance: edits }) =>
        against(
          formatNumber(edits.mean, 1),
          [
            edits.pool_mean === null ? "" : t("annotators.pool", { value: formatNumber(edits.pool_mean, 1) }),
            z(edits.z),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
    },
  ];
}

/** Why some figures stand alone: each reason once, not in every cell. */
function NotCompared({ rows }: { rows: AnnotatorQuality[] }) {
  const { t } = useTranslation("quality");
  const reasons = rows.flatMap((row) => [row.active_seconds.undefined, row.edit_distance.undefined]);
  const said = [...new Set(reasons.flatMap((reason) => (reason ? [messageOf(reason)] : [])))];
  if (said.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt="sm" maw="80ch">
      {t("annotators.not_compared", { reasons: said.join(" ") })}
    </Text>
  );
}

/** How everybody works, against the pool of all others on the same stage. */
export function AnnotatorTable({ projectId, rows, mayAct = false }: AnnotatorTableProps) {
  const { t } = useTranslation("quality");
  const figures = useFigures();
  const [blocking, setBlocking] = useState<AnnotatorQuality | null>(null);
  const columns: Column<AnnotatorQuality>[] = [
    {
      key: "name",
      header: t("annotators.name"),
      label: "",
      render: (row) => (
        <div>
          <Group gap={6}>
            <TextLink
              fz="inherit"
              fw={550}
              to="/projects/$projectId/annotators/$userId"
              params={{ projectId: String(projectId), userId: String(row.user.id) }}
            >
              {personName(row.user)}
            </TextLink>
            {row.is_new && <Badge color="blue">{t("annotators.new")}</Badge>}
            {row.warning && <Badge color="yellow">{t("annotators.warning")}</Badge>}
            {row.blocked && <Badge color="red">{t(`annotators.blocked_${row.blocked.scope}`)}</Badge>}
          </Group>
          <Text size="xs" c="dimmed">
            {stageTitle(row.stage)}
          </Text>
        </div>
      ),
    },
    ...figures,
    {
      key: "flags",
      header: t("annotators.flags"),
      end: true,
      render: (row) =>
        row.flags_open === 0 ? (
          formatNumber(0)
        ) : (
          <TextLink
            fz="inherit"
            to="/projects/$projectId/review"
            params={{ projectId: String(projectId) }}
            search={{ annotator: String(row.user.id) }}
            aria-label={t("annotators.flags_of", { count: row.flags_open, name: personName(row.user) })}
          >
            {formatNumber(row.flags_open)}
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
      render: (row) => (
        <Button
          size="xs"
          variant="default"
          disabled={row.blocked?.scope === "platform"}
          aria-label={t("annotators.block_name", { name: personName(row.user) })}
          onClick={() => setBlocking(row)}
        >
          {t("annotators.block")}
        </Button>
      ),
    });
  }
  return (
    <>
      <DataTable
        name={t("annotators.title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${String(row.user.id)}-${row.stage.key}`}
      />
      <NotCompared rows={rows} />
      {blocking && (
        <BlockDialog projectId={projectId} person={blocking.user} opened onClose={() => setBlocking(null)} />
      )}
    </>
  );
}
