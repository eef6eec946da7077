import { Badge, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewItem } from "@/api/quality";
import type { Column } from "@/components/data-table";
import { TextLink } from "@/components/link-button";
import { Sorter, sortOf } from "@/components/sorter";
import { Thumb } from "@/components/thumb";
import { Time } from "@/components/time";
import { VerdictBadge } from "@/components/verdict-badge";
import { kindNamed } from "@/kinds/registry";
import { formatNumber, formatSeconds } from "@/lib/format";
import { personName } from "@/lib/people";
import { flagTitle, stageTitle } from "@/lib/server-messages";
import { DEFAULT_ORDER, type ReviewColumn, type ReviewFilters } from "./api/review";
import classes from "./review.module.css";

/** What begins at its smallest: names from A, first rounds; of figures the largest come first. */
const FROM_SMALLEST = new Set<ReviewColumn>(["image", "person", "stage", "round", "verdict"]);

function nextOrder(order: string, column: ReviewColumn): string {
  const smallest = FROM_SMALLEST.has(column);
  const first = smallest ? column : `-${column}`;
  return order === first ? (smallest ? `-${column}` : column) : first;
}

/** The columns of the list of answers, each of which it can be ordered by. */
export function useColumns(
  filters: ReviewFilters,
  projectId: number,
  onOrder: (order: string) => void,
): Column<ReviewItem>[] {
  const { t } = useTranslation("review");
  const order = filters.order ?? DEFAULT_ORDER;
  const sorter = (column: ReviewColumn, label: string) => (
    <Sorter label={label} sort={sortOf(order, column)} onPress={() => onOrder(nextOrder(order, column))} />
  );
  const sorted = (column: ReviewColumn, label: string) => ({
    key: column,
    header: sorter(column, label),
    label,
    sort: sortOf(order, column),
  });
  // Two in one column, one below the other: what was answered needs the room.
  const both = (first: ReviewColumn, second: ReviewColumn, labels: [string, string], label: string) => ({
    key: first,
    header: (
      <Stack gap={0} align="flex-start">
        {sorter(first, labels[0])}
        {sorter(second, labels[1])}
      </Stack>
    ),
    label,
    sort: sortOf(order, first) ?? sortOf(order, second),
  });
  return [
    {
      ...sorted("image", t("column.answer")),
      label: "",
      render: ({ answer }) => (
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Thumb src={answer.image.urls.thumb} alt="" size={56} />
          <div className={classes.answer}>
            <TextLink
              to="/projects/$projectId/review/$annotationId"
              params={{ projectId: String(projectId), annotationId: String(answer.annotation) }}
              search={filters}
              data-review-link={answer.annotation}
              fz="sm"
              display="block"
            >
              {answer.image.name}
            </TextLink>
            <Text size="sm" lineClamp={2} className={classes.excerpt}>
              {kindNamed(answer.stage.kind).excerpt?.(answer.value)}
            </Text>
          </div>
        </Group>
      ),
    },
    { ...sorted("person", t("column.person")), render: ({ answer }) => personName(answer.annotator) },
    {
      ...both("stage", "round", [t("column.stage"), t("column.round")], t("column.stage_round")),
      render: ({ answer }) => (
        <div>
          {stageTitle(answer.stage)}
          <Below>{t("round", { number: formatNumber(answer.round) })}</Below>
        </div>
      ),
    },
    {
      ...sorted("flags", t("column.flags")),
      render: ({ flags }) => (
        <Group gap={4}>
          {flags.map((flag) => (
            <Badge key={flag.id} color={flag.state === "open" ? "yellow" : "gray"}>
              {flagTitle(flag)}
            </Badge>
          ))}
        </Group>
      ),
    },
    { ...sorted("verdict", t("column.verdict")), render: ({ answer }) => <VerdictBadge verdict={answer.verdict} /> },
    {
      ...both("at", "seconds", [t("column.at"), t("column.seconds")], t("column.at_seconds")),
      render: ({ answer }) => (
        <div>
          <Time at={answer.submitted_at} />
          <Below>{formatSeconds(answer.active_seconds)}</Below>
        </div>
      ),
    },
  ];
}

function Below({ children }: { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}
