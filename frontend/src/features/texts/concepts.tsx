import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TextRow, TextTable } from "@/api/text-reports";
import { DataTable, type Column } from "@/components/data-table";
import { Range, told } from "@/components/text-figures";
import { formatNumber } from "@/lib/format";

const SHOWN = 30;
const FIGURE = "concept_share";

interface Concept {
  name: string;
  /** Its row of each source, by the source's title. */
  rows: Map<string, TextRow>;
}

/** How many images name each concept, sources side by side; those that most name come first. */
export function Concepts({ table: { key, rows } }: { table: TextTable }) {
  const { t } = useTranslation("texts");
  const { t: tc } = useTranslation("common");
  const [whole, setWhole] = useState(false);
  const concepts = byConcept(rows);
  const titles = [...new Set(rows.map(({ title }) => title))];
  const columns: Column<Concept>[] = [
    { key: "concept", header: t("part.concepts_each"), render: ({ name }) => name },
    ...titles.map((title) => ({
      key: title,
      header: title,
      end: true,
      render: (concept: Concept) => {
        const row = concept.rows.get(title);
        const share = row?.figures[FIGURE];
        if (typeof share !== "number") return tc("none");
        return (
          <>
            {told(key, FIGURE, share)} ({formatNumber(row?.figures.concept_images)})
            <Range interval={row?.intervals?.[FIGURE]} told={(value) => told(key, FIGURE, value)} />
          </>
        );
      },
    })),
  ];
  return (
    <div>
      <DataTable
        name={t(`table.${key}`)}
        columns={columns}
        rows={whole ? concepts : concepts.slice(0, SHOWN)}
        rowKey={({ name }) => name}
        narrow="scroll"
      />
      {concepts.length > SHOWN && (
        <Group mt="xs">
          <Button variant="subtle" size="compact-sm" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? t("table.some_rows") : t("table.all_rows", { number: formatNumber(concepts.length) })}
          </Button>
        </Group>
      )}
    </div>
  );
}

function byConcept(rows: TextRow[]): Concept[] {
  const concepts = new Map<string, Concept>();
  for (const row of rows) {
    const known = concepts.get(row.part) ?? { name: row.part, rows: new Map() };
    known.rows.set(row.title, row);
    concepts.set(row.part, known);
  }
  const most = (concept: Concept) => Math.max(...[...concept.rows.values()].map(({ figures }) => figures[FIGURE] ?? 0));
  return [...concepts.values()].sort((one, other) => most(other) - most(one));
}
