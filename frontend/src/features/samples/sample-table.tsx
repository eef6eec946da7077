import { Badge, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SampleRow } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { StateBadge } from "@/components/state-badge";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { ExternalId } from "./external-id";
import { useFromHere } from "./from-list";
import { useFlagName, useStageTitle } from "./names";

export function SampleTable({ rows }: { rows: SampleRow[] }) {
  const { t } = useTranslation("samples");
  const flagName = useFlagName();
  const stageTitle = useStageTitle();
  const from = useFromHere();
  const columns: Column<SampleRow>[] = [
    {
      key: "image",
      header: t("column.image"),
      label: "",
      render: (row) => (
        <Group gap="sm" wrap="nowrap">
          <Thumb src={row.image.urls.thumb} alt="" size={40} />
          <div>
            <TextLink to="/samples/$sampleId" params={{ sampleId: String(row.id) }} search={from}>
              {row.image.name}
            </TextLink>
            <ExternalId row={row} />
          </div>
        </Group>
      ),
    },
    { key: "state", header: t("column.state"), render: (row) => <StateBadge state={row.state} /> },
    { key: "stage", header: t("column.stage"), render: (row) => stageTitle(row.stage) },
    { key: "round", header: t("column.round"), end: true, render: (row) => formatNumber(row.round) },
    { key: "split", header: t("column.split"), render: (row) => row.split },
    {
      key: "flags",
      header: t("column.flags"),
      render: (row) => (
        <Group gap={4}>
          {row.flags.map((flag) => (
            <Badge key={flag} color="gray">
              {flagName(flag)}
            </Badge>
          ))}
        </Group>
      ),
    },
    { key: "updated", header: t("column.updated"), render: (row) => <Time at={row.updated_at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={rows} rowKey={(row) => row.id} />;
}
