import { Badge, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Annotator, FigureName } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Sorter, sortOf } from "@/components/sorter";
import { Time } from "@/components/time";
import { formatNumber } from "@/lib/format";
import { personName } from "@/lib/people";
import { Against } from "./against";
import classes from "./dashboards.module.css";
import { nextOrder, type Order, type OrderColumn } from "./orders";

interface AnnotatorListProps {
  projectId: number;
  rows: Annotator[];
  order: string;
  onOrder: (order: Order) => void;
}

/** Badges that say at a glance what is special about somebody. */
export function PersonBadges({ row }: { row: Annotator }) {
  const { t } = useTranslation("dashboards");
  const { t: common } = useTranslation("common");
  return (
    <>
      {row.is_new && row.submissions > 0 && <Badge color="blue">{t("annotators.new")}</Badge>}
      {row.warnings.length > 0 && <Badge color="yellow">{t("annotators.warned")}</Badge>}
      {row.is_blocked && <Badge color="red">{t("annotators.blocked")}</Badge>}
      {row.role === null && <Badge color="gray">{t("annotators.left")}</Badge>}
      {row.role !== null && row.role !== "annotator" && <Badge color="gray">{common(`role.${row.role}`)}</Badge>}
    </>
  );
}

/** What speaks against somebody's work; nothing where nothing does. */
function EvidenceOf({ row: { evidence } }: { row: Annotator }) {
  const { t } = useTranslation("dashboards");
  const of = (part: number, all: number) => ({ part: formatNumber(part), all: formatNumber(all) });
  const said = [
    evidence.questioned > 0 && t("annotators.questioned", of(evidence.questioned, evidence.answers)),
    evidence.gold_wrong > 0 && t("annotators.gold_wrong", of(evidence.gold_wrong, evidence.gold)),
  ].filter(Boolean);
  return <>{said.length > 0 ? said.join("; ") : formatNumber(null)}</>;
}

/** A sortable list; the order is the server's, so that it holds across pages. */
export function AnnotatorList({ projectId, rows, order, onOrder }: AnnotatorListProps) {
  const { t } = useTranslation("dashboards");
  const { t: common } = useTranslation("common");
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
        <Group gap={6}>
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
    { ...sorted("evidence", t("column.evidence")), render: (row) => <EvidenceOf row={row} /> },
    { ...sorted("submissions", t("column.submissions")), end: true, render: (row) => formatNumber(row.submissions) },
    figure("seconds"),
    figure("edit_share"),
    figure("jaccard"),
    figure("tokens"),
    { ...sorted("skips", t("column.skips")), end: true, render: (row) => formatNumber(row.skips) },
    {
      ...sorted("flags", t("column.flags")),
      end: true,
      render: ({ flags }) => t("annotators.of", { part: formatNumber(flags.open), all: formatNumber(flags.total) }),
    },
    {
      ...sorted("gold", t("column.gold")),
      end: true,
      render: ({ gold }) =>
        gold ? t("annotators.of", { part: formatNumber(gold.right), all: formatNumber(gold.n) }) : formatNumber(null),
    },
    {
      ...sorted("reviews", t("column.reviews")),
      end: true,
      render: ({ reviews }) =>
        reviews.approved + reviews.rejected === 0
          ? formatNumber(null)
          : t("annotators.of", {
              part: formatNumber(reviews.approved),
              all: formatNumber(reviews.approved + reviews.rejected),
            }),
    },
    { ...sorted("last_at", t("column.last")), render: (row) => <Time at={row.last_at} /> },
  ];
  return (
    <div
      className={classes.wide}
      role="region"
      tabIndex={0}
      aria-label={common("table.scroll", { name: t("annotators.title") })}
    >
      <DataTable name={t("annotators.title")} columns={columns} rows={rows} rowKey={(row) => row.user.id} />
    </div>
  );
}
