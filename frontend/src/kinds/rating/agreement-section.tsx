import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Agreement } from "@/api/studies";
import { DataTable, type Column } from "@/components/data-table";
import { IntervalEnds } from "@/components/interval-ends";
import { Section } from "@/components/section";
import { formatNumber, formatPercent } from "@/lib/format";
import { messageOf, type Notice } from "@/lib/server-messages";

interface AgreementProps {
  agreement: Agreement[];
  metrics: readonly { key: string; title: string }[];
}

/** How far people say the same of the same. */
export function AgreementSection({ agreement, metrics }: AgreementProps) {
  const { t } = useTranslation("studies");
  const titleOf = (key: string) => metrics.find((metric) => metric.key === key)?.title ?? key;
  const columns: Column<Agreement>[] = [
    {
      key: "metric",
      header: t("list.metric"),
      label: "",
      render: ({ metric }) => (
        <Text size="sm" fw={600}>
          {titleOf(metric)}
        </Text>
      ),
    },
    {
      key: "alpha",
      header: t("agreement.alpha"),
      end: true,
      render: ({ alpha, why }) => (alpha === null ? <Why reason={why} /> : formatNumber(alpha, 2)),
    },
    {
      key: "alpha_interval",
      header: t("agreement.alpha_interval"),
      render: ({ alpha, alpha_interval: ends }) =>
        alpha === null ? t("figure.none") : <IntervalEnds {...ends} write={(end) => formatNumber(end, 2)} />,
    },
    { key: "pairwise", header: t("agreement.pairwise"), end: true, render: ({ pairwise }) => formatPercent(pairwise) },
    {
      key: "pairwise_interval",
      header: t("agreement.pairwise_interval"),
      render: ({ pairwise, pairwise_interval: ends }) =>
        pairwise === null ? t("figure.none") : <IntervalEnds {...ends} write={(end) => formatPercent(end)} />,
    },
    { key: "items", header: t("agreement.items"), end: true, render: ({ items }) => formatNumber(items) },
  ];
  return (
    <Section title={t("agreement.title")} description={t("agreement.text")}>
      <DataTable name={t("agreement.title")} columns={columns} rows={agreement} rowKey={({ metric }) => metric} />
    </Section>
  );
}

function Why({ reason }: { reason: Notice | null }) {
  const { t } = useTranslation("studies");
  return (
    <Text component="span" size="xs" c="dimmed">
      {(reason && messageOf(reason)) ?? t("figure.none")}
    </Text>
  );
}
