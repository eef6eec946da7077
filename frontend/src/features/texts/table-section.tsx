import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TextTable } from "@/api/text-reports";
import { MissingFigures } from "@/components/missing-figures";
import { Section } from "@/components/section";
import { Differences, Figures } from "@/components/text-figures";
import { fileAddress } from "./api/text-reports";
import { Concepts } from "./concepts";
import { FileLink } from "./file-link";
import { NewWords } from "./new-words";
import { Spreads } from "./spreads";

interface TableSectionProps {
  projectId: number;
  reportId: number;
  table: TextTable;
}

/** One measure of all sources: the figures, why some are missing, and how they are spread. */
export function TableSection({ projectId, reportId, table }: TableSectionProps) {
  const { t } = useTranslation("texts");
  const { key } = table;
  const taggers = [...new Set(table.rows.map(({ tagger }) => tagger))].filter(Boolean);
  const models = [...new Set(table.rows.map(({ model }) => model))].filter(Boolean);
  const file = (suffix: "csv" | "tex") => ({
    href: fileAddress(projectId, reportId, suffix, key),
    label: t(`table.${suffix}`, { title: t(`table.${key}`) }),
  });
  return (
    <Section
      title={t(`table.${key}`)}
      description={t(`table.${key}_text`)}
      actions={
        <>
          <FileLink {...file("csv")} name="CSV" />
          <FileLink {...file("tex")} name="LaTeX" />
        </>
      }
    >
      <Stack gap="lg">
        <Body table={table} />
        {taggers.length > 0 && (
          <Text size="sm" c="dimmed">
            {t("table.tagger", { name: taggers.join(", ") })}
          </Text>
        )}
        {models.length > 0 && (
          <Text size="sm" c="dimmed">
            {t("table.model", { name: models.join("; ") })}
          </Text>
        )}
        <Differences table={table} />
        <MissingFigures rows={table.rows} />
        <Spreads table={table} />
      </Stack>
    </Section>
  );
}

/** The figures, source below source; where there is a row for each concept or word, side by side. */
function Body({ table }: { table: TextTable }) {
  if (table.key === "concepts_each") return <Concepts table={table} />;
  if (table.key === "new_words_each") return <NewWords table={table} />;
  return <Figures table={table} />;
}
