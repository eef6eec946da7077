import { Badge, Group, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SampleRow } from "@/api/types";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { StateBadge } from "@/components/state-badge";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { formatNumber, formatSeconds } from "@/lib/format";
import { ColumnsMenu } from "./columns-menu";
import { ExternalId } from "./external-id";
import { useFromHere } from "./from-list";
import { FoundExcerpt, Marked } from "./found-words";
import { useFlagName, useStageTitle } from "./names";
import { Tick } from "./tick";
import type { Selection } from "./use-selection";

interface SampleTableProps {
  rows: SampleRow[];
  /** Which columns, by their keys. */
  shown: string[];
  onShown: (shown: string[]) => void;
  /** Of those who may act on many samples at once. */
  selection?: Selection | undefined;
}

export function SampleTable({ rows, shown, onShown, selection }: SampleTableProps) {
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
            <TextLink
              to="/samples/$sampleId"
              params={{ sampleId: String(row.id) }}
              search={from}
              data-sample-link={row.id}
            >
              <Marked text={row.image.name} spans={row.found?.name ?? []} />
            </TextLink>
            <ExternalId row={row} />
            <FoundExcerpt row={row} />
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
    { key: "answers", header: t("column.answers"), end: true, render: (row) => formatNumber(row.answers) },
    {
      key: "similarity",
      header: t("column.similarity"),
      end: true,
      render: (row) => (row.similarity === null ? "–" : formatNumber(row.similarity, 2)),
    },
    { key: "length", header: t("column.length"), end: true, render: (row) => formatNumber(row.tokens) },
    { key: "seconds", header: t("column.seconds"), end: true, render: (row) => formatSeconds(row.seconds) },
    { key: "seed", header: t("column.seed"), render: (row) => row.seed },
    { key: "text", header: t("column.text"), render: (row) => row.text },
    { key: "updated", header: t("column.updated"), render: (row) => <Time at={row.updated_at} /> },
  ];
  const [image, ...others] = columns;
  const tick: Column<SampleRow> | undefined = selection && {
    key: "tick",
    header: <VisuallyHidden>{t("bulk.tick")}</VisuallyHidden>,
    label: t("bulk.tick"),
    render: (row) => <Tick row={row} selection={selection} />,
  };
  const chosen = [tick, image, ...others.filter(({ key }) => shown.includes(key))].filter((each) => each !== undefined);
  return (
    <>
      <ColumnsMenu columns={others} shown={shown} onChange={onShown} />
      <DataTable name={t("title")} columns={chosen} rows={rows} rowKey={(row) => row.id} />
    </>
  );
}
