import { Text } from "@mantine/core";
import type { CaseRating, StudyCase } from "@/api/studies";
import type { Column } from "@/components/data-table";
import type { StudyTranslate } from "./study-ui";

/** How several stimuli stood before each person; there is no such column where nobody knows, or there was but one. */
export function orderColumns({ stimuli, ratings }: StudyCase, t: StudyTranslate): Column<CaseRating>[] {
  if (stimuli.length < 2 || ratings.every(({ order }) => order === null)) return [];
  const title = (source: number) => stimuli.find((stimulus) => stimulus.source === source)?.title ?? "";
  return [
    {
      key: "shown",
      header: t("cases.shown"),
      render: ({ order }) => (
        <Text component="span" size="xs" c="dimmed">
          {order?.map((source, at) => `${String.fromCharCode(65 + at)}\u00a0${title(source)}`).join(" · ") ?? "–"}
        </Text>
      ),
    },
  ];
}
