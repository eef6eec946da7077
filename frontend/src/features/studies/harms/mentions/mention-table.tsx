import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MentionCoefficient, MentionType } from "@/api/mentions";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatPercent } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { Range, Share } from "../shown";

const asLogOdds = (value: number) => formatNumber(value, 2);

/** Below it a p-value is told as such. */
const SMALLEST = 0.001;

function Coefficient({ of, why }: { of: MentionCoefficient; why: MentionType["undefined"][string] | undefined }) {
  if (of.value === null) {
    return (
      <Text component="span" size="xs" c="dimmed" display="block" maw="26ch">
        {why && messageOf(why)}
      </Text>
    );
  }
  return (
    <>
      <Text component="span" fz="inherit" fw={of.leaves_out_zero ? 650 : 400}>
        {asLogOdds(of.value)}
      </Text>
      <Range ends={of} write={asLogOdds} />
    </>
  );
}

function Chance({ row: { p, p_holm, p_bh } }: { row: MentionType }) {
  const { t } = useTranslation("mentions");
  const { t: tc } = useTranslation("common");
  const shown = (value: number | null) =>
    value !== null && value < SMALLEST ? t("type.below", { value: formatNumber(SMALLEST, 3) }) : formatNumber(value, 3);
  if (p === null) return tc("none");
  return (
    <>
      {shown(p_holm)}
      <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
        {t("type.other_p", { alone: shown(p), bh: shown(p_bh) })}
      </Text>
    </>
  );
}

/** All types that are done, by how well their regression predicts a mention. */
export function MentionTable({ rows }: { rows: MentionType[] }) {
  const { t } = useTranslation("mentions");
  const columns: Column<MentionType>[] = [
    { key: "type", header: t("type.type"), label: "", render: ({ type }) => <b>{type}</b> },
    {
      key: "over_images",
      header: t("type.over_images"),
      end: true,
      render: ({ over_images, undefined: why }) => <Coefficient of={over_images} why={why.over_images} />,
    },
    {
      key: "over_splits",
      header: t("type.over_splits"),
      end: true,
      render: ({ over_splits, undefined: why }) => <Coefficient of={over_splits} why={why.over_splits} />,
    },
    { key: "p", header: t("type.p"), end: true, render: (row) => <Chance row={row} /> },
    {
      key: "accuracy",
      header: t("type.accuracy"),
      end: true,
      render: ({ accuracy, commoner }) => (
        <>
          {formatPercent(accuracy, 1)}
          <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
            {t("type.commoner", { share: formatPercent(commoner, 1) })}
          </Text>
        </>
      ),
    },
    {
      key: "shares",
      header: t("type.shares"),
      render: ({ shares }) =>
        Object.entries(shares).map(([group, share]) => (
          <div key={group}>
            {group}: <Share of={share} />
          </div>
        )),
    },
  ];
  return <DataTable name={t("type.title")} columns={columns} rows={rows} rowKey={({ type }) => type} narrow="scroll" />;
}
