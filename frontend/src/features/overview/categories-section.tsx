import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Categories, CategorySplit } from "@/api/dashboards";
import { DataTable, type Column } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { Section } from "@/components/section";
import { formatNumber, formatPercent } from "@/lib/format";
import { categoriesQuery } from "@/lib/queries/categories";
import { useMayLead } from "@/lib/queries/projects";

interface Row {
  key: string;
  name: string;
  dimmed?: boolean;
  counts: number[];
}

/** What the images are of, split by split; nothing where their metadata names no category. */
export function CategoriesSection({ projectId }: { projectId: number }) {
  const { t } = useTranslation("overview");
  const { data } = useQuery(categoriesQuery(projectId));
  const mayLead = useMayLead(projectId);
  if (!data || data.splits.length === 0) return null;
  return (
    <Section
      title={t("categories.title")}
      description={t("categories.text", { field: data.field })}
      actions={
        mayLead && (
          <LinkButton
            size="xs"
            variant="default"
            to="/projects/$projectId/settings"
            params={{ projectId: String(projectId) }}
          >
            {t("categories.choose")}
          </LinkButton>
        )
      }
    >
      <CategoryTable told={data} />
    </Section>
  );
}

function CategoryTable({ told }: { told: Categories }) {
  const { t } = useTranslation("overview");
  const { splits, top, different } = told;
  const none: Row = {
    key: "none",
    name: t("categories.none_given"),
    dimmed: true,
    counts: splits.map(({ none_given }) => none_given),
  };
  const rows: Row[] = top.map(({ category, by_split }) => ({ key: `=${category}`, name: category, counts: by_split }));
  return (
    <Stack gap="sm">
      <DataTable
        name={t("categories.title")}
        columns={useColumns(splits)}
        rows={none.counts.some((count) => count > 0) ? [...rows, none] : rows}
        rowKey={({ key }) => key}
      />
      {different > top.length && (
        <Text size="sm" c="dimmed">
          {t("categories.others", { count: different - top.length })}
        </Text>
      )}
    </Stack>
  );
}

function useColumns(splits: CategorySplit[]): Column<Row>[] {
  const { t } = useTranslation("overview");
  return [
    {
      key: "name",
      header: t("categories.category"),
      label: "",
      render: ({ name, dimmed }) => (
        <Text fz="inherit" fw={dimmed ? undefined : 550} c={dimmed ? "dimmed" : undefined} truncate="end" maw="32ch">
          {name}
        </Text>
      ),
    },
    ...splits.map(({ split, images }, place): Column<Row> => {
      const name = split || t("progress.no_split");
      return {
        key: `split ${split}`,
        header: t("categories.of_split", { split: name, images: formatNumber(images) }),
        end: true,
        render: ({ counts }) => <Count count={counts[place] ?? 0} images={images} />,
      };
    }),
  ];
}

function Count({ count, images }: { count: number; images: number }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap" component="span">
      <span>{formatNumber(count)}</span>
      <Text span fz="sm" c="dimmed" miw="5ch" ta="end">
        {formatPercent(count / images)}
      </Text>
    </Group>
  );
}
