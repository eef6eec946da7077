import { Paper } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ProjectStorage } from "@/api/types";
import { AdminFrame } from "@/components/admin-frame";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Sorter, sortOf } from "@/components/sorter";
import { formatBytes, formatNumber } from "@/lib/format";
import { STORAGE_ORDERS, storageQuery, type StorageOrder } from "./api/installation";

const DEFAULT: StorageOrder = "-total_bytes";

export default function StoragePage() {
  return (
    <AdminFrame page="storage">
      <StorageList />
    </AdminFrame>
  );
}

function StorageList() {
  const { t } = useTranslation("admin");
  const search = useSearch({ from: "/shell/admin/storage" });
  const navigate = useNavigate({ from: "/admin/storage" });
  const order = STORAGE_ORDERS.find((each) => each === search.order) ?? DEFAULT;
  const query = useQuery({ ...storageQuery(order, search.cursor), placeholderData: keepPreviousData });
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState title={t("storage.none")} />
          ) : (
            <>
              <StorageTable
                rows={page.results}
                order={order}
                onOrder={(next) => void navigate({ search: next === DEFAULT ? {} : { order: next }, replace: true })}
              />
              <Pager page={page} onCursor={(cursor) => void navigate({ search: { ...search, cursor } })} />
            </>
          )
        }
      </QueryView>
    </Paper>
  );
}

interface StorageTableProps {
  rows: ProjectStorage[];
  order: StorageOrder;
  onOrder: (order: StorageOrder) => void;
}

const kinds = ["image", "export", "release"] as const;

function StorageTable({ rows, order, onOrder }: StorageTableProps) {
  const { t } = useTranslation("admin");
  const sum = (key: "total" | (typeof kinds)[number]): Pick<Column<ProjectStorage>, "header" | "sort" | "label"> => {
    const column = `${key}_bytes` as const;
    const sort = sortOf(order, column);
    const press = () => onOrder(sort === "descending" ? column : `-${column}`);
    return {
      header: <Sorter label={t(`storage.${key}`)} sort={sort} onPress={press} />,
      sort,
      label: t(`storage.${key}`),
    };
  };
  const columns: Column<ProjectStorage>[] = [
    {
      key: "name",
      header: <Sorter label={t("storage.project")} sort={sortOf(order, "name")} onPress={() => onOrder("name")} />,
      sort: sortOf(order, "name"),
      label: "",
      render: ({ id, name }) => (
        <TextLink to="/projects/$projectId" params={{ projectId: String(id) }} fw={550} fz="inherit">
          {name}
        </TextLink>
      ),
    },
    ...kinds.map((kind): Column<ProjectStorage> => ({
      key: kind,
      ...sum(kind),
      end: true,
      render: (row) => <Amount count={row[`${kind}_count`]} bytes={row[`${kind}_bytes`]} />,
    })),
    {
      key: "study",
      header: t("storage.study"),
      end: true,
      render: (row) => <Amount count={row.study_image_count} bytes={row.study_image_bytes} />,
    },
    { key: "total", ...sum("total"), end: true, render: (row) => <strong>{formatBytes(row.total_bytes)}</strong> },
  ];
  return <DataTable name={t("storage.table")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function Amount({ count, bytes }: { count: number; bytes: number }) {
  const { t } = useTranslation("admin");
  if (count === 0) return <>–</>;
  return <>{t("storage.amount", { bytes: formatBytes(bytes), number: formatNumber(count) })}</>;
}
