import { Alert, Text } from "@mantine/core";
import { IconBulb } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Stopping } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalEnds } from "@/components/interval-ends";
import { LinkButton } from "@/components/link-button";
import { Section } from "@/components/section";
import { formatDay, formatNumber, formatPercent, formatSeconds } from "@/lib/format";
import { useMayLead } from "@/lib/queries/projects";

type Fewer = NonNullable<Stopping["fewer"]>;
type Pair = Fewer["pairs"][number];

/** Whether fewer rounds would do for the whole stage; a lead decides (IIW sec. 3.3). */
export function FewerRounds({ projectId, fewer }: { projectId: number; fewer: Fewer }) {
  const { t } = useTranslation("dashboards");
  const threshold = formatNumber(fewer.threshold, 2);
  const columns: Column<Pair>[] = [
    { key: "pair", header: t("fewer.pair"), render: ({ first, second }) => t("fewer.of_pair", { first, second }) },
    { key: "texts", header: t("fewer.texts"), end: true, render: ({ texts }) => formatNumber(texts) },
    { key: "alike", header: t("fewer.alike", { threshold }), end: true, render: ({ share }) => formatPercent(share) },
    {
      key: "interval",
      header: t("fewer.interval"),
      end: true,
      render: ({ low, high }) => <IntervalEnds low={low} high={high} why={null} write={(end) => formatPercent(end)} />,
    },
  ];
  return (
    <Section
      title={t("fewer.title")}
      description={t("fewer.text", {
        threshold,
        first: formatDay(fewer.first_day),
        last: formatDay(fewer.last_day),
      })}
    >
      {fewer.proposed !== null && <Proposal projectId={projectId} fewer={fewer} rounds={fewer.proposed} />}
      {fewer.pairs.length > 0 ? (
        <DataTable name={t("fewer.title")} columns={columns} rows={fewer.pairs} rowKey={({ second }) => second} />
      ) : (
        <Text size="sm">{t("fewer.none")}</Text>
      )}
    </Section>
  );
}

function Proposal({ projectId, fewer, rounds }: { projectId: number; fewer: Fewer; rounds: number }) {
  const { t } = useTranslation("dashboards");
  const mayLead = useMayLead(projectId);
  return (
    <Alert icon={<IconBulb size={18} />} title={t("fewer.proposal", { count: rounds })} mb="md">
      <Text size="sm" maw="72ch">
        {t("fewer.spared", {
          count: fewer.rounds_spared,
          number: formatNumber(fewer.rounds_spared),
          time: formatSeconds(fewer.seconds_spared),
        })}
      </Text>
      {mayLead && (
        <LinkButton
          mt="sm"
          size="compact-sm"
          variant="default"
          to="/projects/$projectId/settings"
          params={{ projectId: String(projectId) }}
        >
          {t("fewer.decide")}
        </LinkButton>
      )}
    </Alert>
  );
}
