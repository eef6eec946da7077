import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { HarmDifference } from "@/api/harms";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatPercent } from "@/lib/format";
import { Range } from "./shown";

interface DifferencesProps {
  all: HarmDifference[];
  without: HarmDifference[] | null | undefined;
  hasDismissed: boolean;
  /** What is compared, where a part has several such tables. */
  of?: string;
}

const sameGroups = (one: HarmDifference) => (other: HarmDifference) =>
  one.first === other.first && one.second === other.second;

/** How far the shares of groups lie apart, each pair with its interval. */
export function Differences({ all, without, hasDismissed, of }: DifferencesProps) {
  const { t } = useTranslation("harms");
  const shown = (row: HarmDifference | undefined) =>
    row && (
      <>
        {formatPercent(row.value, 1)}
        <Range ends={row} write={(value) => formatPercent(value, 1)} />
      </>
    );
  const columns: Column<HarmDifference>[] = [
    {
      key: "groups",
      header: t("mention.groups"),
      label: "",
      render: ({ first, second }) => t("mention.pair", { first, second }),
    },
    { key: "n", header: t("mention.smaller"), end: true, render: ({ n }) => formatNumber(n) },
    { key: "all", header: t("figure.all"), end: true, render: shown },
  ];
  if (hasDismissed) {
    columns.push({
      key: "without",
      header: t("figure.without"),
      end: true,
      render: (row) => shown(without?.find(sameGroups(row))),
    });
  }
  const name = of ? t("mention.differences_of", { of }) : t("mention.differences");
  return (
    <div>
      <Title order={3} fz="md" mb="xs">
        {name}
      </Title>
      <DataTable
        name={name}
        columns={columns}
        rows={all}
        rowKey={({ first, second }) => `${first}-${second}`}
        narrow="scroll"
      />
    </div>
  );
}
