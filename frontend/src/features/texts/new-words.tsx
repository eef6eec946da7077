import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TextTable } from "@/api/text-reports";
import { formatNumber } from "@/lib/format";

/** The commonest words of each source that the other one has not, with how often they stand there. */
export function NewWords({ table: { rows } }: { table: TextTable }) {
  const { t } = useTranslation("texts");
  const titles = [...new Set(rows.map(({ title }) => title))];
  return (
    <Stack gap="sm">
      {titles.map((title) => (
        <div key={title}>
          <Text size="sm" fw={550}>
            {title}
          </Text>
          <Text size="sm" maw="80ch" style={{ overflowWrap: "anywhere" }}>
            {rows
              .filter((row) => row.title === title)
              .map(({ part, figures }) => t("table.word_list", { word: part, times: formatNumber(figures.new_times) }))
              .join(", ")}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
