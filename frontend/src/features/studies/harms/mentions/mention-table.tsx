import { Group, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MentionCoefficient, MentionType } from "@/api/mentions";
import { DataTable, type Column } from "@/components/data-table";
import { FirstRows } from "@/components/first-rows";
import { formatNumber, formatPercent } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { Range, Share } from "../shown";

/** Types shown at first, and more at each asking. */
const AT_FIRST = 50;

const asLogOdds = (value: number) => formatNumber(value, 2);

/** Below it a p-value is told as such. */
const SMALLEST = 0.001;

function Coefficient({ of, why }: { of: MentionCoefficient; why: MentionType["undefined"][string] | undefined }) {
  const { t: tc } = useTranslation("common");
  if (of.value === null) {
    return (
      <Text component="span" size="xs" c="dimmed" display="block" miw={180} maw="26ch">
        {why ? messageOf(why) : tc("none")}
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

const sameReason = ({ over_images, over_splits }: MentionType["undefined"]) =>
  over_images !== undefined && over_splits !== undefined && messageOf(over_images) === messageOf(over_splits);

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

const ORDERS = ["accuracy", "p", "first", "second", "type"] as const;
type Order = (typeof ORDERS)[number];

/** Smaller goes first; what is undefined goes last in every order. */
const RANKS: Readonly<Record<Exclude<Order, "accuracy" | "type">, (row: MentionType) => number | null>> = {
  p: ({ p_holm }) => p_holm,
  first: ({ over_splits: { value } }) => value && -value,
  second: ({ over_splits: { value } }) => value,
};

function ordered(rows: MentionType[], order: Order): MentionType[] {
  if (order === "accuracy") return rows; // as the server has them
  if (order === "type") return [...rows].sort((one, other) => one.type.localeCompare(other.type));
  const rank = (row: MentionType) => RANKS[order](row) ?? Infinity;
  return [...rows].sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}

interface MentionTableProps {
  rows: MentionType[];
  pair: readonly [string, string];
}

/** The types that are done: found by name, in the order that is asked for, the first of them at first. */
export function MentionTable({ rows, pair: [first, second] }: MentionTableProps) {
  const { t } = useTranslation("mentions");
  const [order, setOrder] = useState<Order>("accuracy");
  const [wanted, setWanted] = useState("");
  const found = ordered(rows, order).filter(({ type }) => type.includes(wanted.trim().toLowerCase()));
  return (
    <div>
      {rows.length > AT_FIRST && (
        <Group mb="sm" align="flex-end" role="search" aria-label={t("order.search")}>
          <TextInput
            label={t("order.find")}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            w={{ base: "100%", xs: 220 }}
          />
          <Select
            label={t("order.label")}
            allowDeselect={false}
            value={order}
            data={ORDERS.map((value) => ({ value, label: t(`order.${value}`, { first, second }) }))}
            onChange={(value) => setOrder(ORDERS.find((each) => each === value) ?? "accuracy")}
            w={{ base: "100%", xs: 320 }}
          />
          <Text size="sm" c="dimmed" role="status">
            {t("order.found", { count: found.length, types: formatNumber(found.length) })}
          </Text>
        </Group>
      )}
      <FirstRows key={`${order} ${wanted}`} rows={found} step={AT_FIRST}>
        {(shown) => <Types rows={shown} />}
      </FirstRows>
    </div>
  );
}

function Types({ rows }: { rows: MentionType[] }) {
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
      render: ({ over_splits, undefined: why }) => (
        // The same reason is told once.
        <Coefficient of={over_splits} why={sameReason(why) ? undefined : why.over_splits} />
      ),
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
