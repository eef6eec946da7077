import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Annotator, FigureName } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { EvidenceAgainst, PersonBadges } from "@/components/person-badges";
import { Sorter, sortOf } from "@/components/sorter";
import { Time } from "@/components/time";
import { nextOrder, type Order, type OrderColumn } from "@/lib/annotator-orders";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { Against } from "./against";
import classes from "./dashboards.module.css";
import { OutOf } from "./out-of";

interface AnnotatorListProps {
  projectId: number;
  rows: Annotator[];
  order: string;
  onOrder: (order: Order) => void;
}

/** A sortable list; the order is the server's, so that it holds across pages. */
export function AnnotatorList({ projectId, rows, order, onOrder }: AnnotatorListProps) {
  const { t } = useTranslation("dashboards");
  const sorted = (column: OrderColumn, label: string) => ({
    key: column,
    header: <Sorter label={label} sort={sortOf(order, column)} onPress={() => onOrder(nextOrder(order, column))} />,
    label,
    sort: sortOf(order, column),
  });
  const figure = (name: FigureName): Column<Annotator> => ({
    ...sorted(name, t(`column.${name}`)),
    end: true,
    render: (row) => <Against figure={name} of={row.figures[name]} />,
  });
  const columns: Column<Annotator>[] = [
    {
      ...sorted("name", t("column.name")),
      label: "",
      render: (row) => (
        <Group gap={6} className={classes.wraps}>
          <TextLink
            fz="inherit"
            fw={550}
            to="/projects/$projectId/annotators/$userId"
            params={{ projectId: String(projectId), userId: String(row.user.id) }}
          >
            {personName(row.user)}
          </TextLink>
          <PersonBadges row={row} />
        </Group>
      ),
    },
    {
      ...sorted("evidence", t("column.evidence")),
      render: (row) => (
        <div className={classes.wraps}>
          <EvidenceAgainst row={row} />
        </div>
      ),
    },
    { ...sorted("submissions", t("column.submissions")), end: true, render: (row) => formatNumber(row.submissions) },
    figure("seconds"),
    figure("edit_share"),
    figure("jaccard"),
    figure("tokens"),
    { ...sorted("skips", t("column.skips")), end: true, render: (row) => formatNumber(row.skips) },
    {
      ...sorted("flags", t("column.flags")),
      end: true,
      render: ({ flags }) => <OutOf part={flags.open} all={flags.total} />,
    },
    {
      ...sorted("gold", t("column.gold")),
      end: true,
      render: ({ gold }) => <OutOf part={gold?.right ?? 0} all={gold?.n ?? 0} />,
    },
    {
      ...sorted("reviews", t("column.reviews")),
      end: true,
      render: ({ reviews }) => <OutOf part={reviews.approved} all={reviews.approved + reviews.rejected} />,
    },
    {
      ...sorted("passed_on", t("column.passed_on")),
      end: true,
      render: ({ passed_on: asIs }) => <OutOf part={asIs?.number ?? 0} all={asIs?.of ?? 0} />,
    },
    {
      ...sorted("last_at", t("column.last")),
      render: (row) => (
        <div style={{ whiteSpace: "normal" }}>
          <Time at={row.last_at} />
        </div>
      ),
    },
  ];
  return (
    <div className={classes.wide}>
      <DataTable name={t("annotators.title")} columns={columns} rows={rows} rowKey={(row) => row.user.id} />
    </div>
  );
}
