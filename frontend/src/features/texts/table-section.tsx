import { List, SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FigureInterval, SourceDifference, TextRow, TextTable, TextTableKey } from "@/api/text-reports";
import { BoxChart } from "@/components/charts/box-chart";
import { DataTable, type Column } from "@/components/data-table";
import { Section } from "@/components/section";
import { formatNumber } from "@/lib/format";
import { messageOf } from "@/lib/server-messages";
import { fileAddress } from "./api/text-reports";
import { useFigureName } from "./figure-name";
import { FileLink } from "./file-link";

/** The figures whose spread is drawn, where a table has many. */
const DRAWN: Record<TextTableKey, readonly string[]> = {
  describe: ["tokens", "sentences", "nouns", "adjectives"],
  unique: ["unique_words"],
  readability: ["ari", "flesch_kincaid_038", "fog_of_common_words"],
  captions: ["bleu_4", "meteor", "rouge_l", "cider"],
  people: [],
  specificity: ["specificity"],
};
const COUNTS = new Set(["items", "images", "left_out", "alone", "texts_per_image"]);
const SCORES: readonly TextTableKey[] = ["captions", "people", "specificity"];

function digitsOf(table: TextTableKey, figure: string): number {
  if (COUNTS.has(figure) || table === "unique") return 0;
  return SCORES.includes(table) && figure !== "references_per_item" ? 4 : 2;
}

interface TableSectionProps {
  projectId: number;
  reportId: number;
  table: TextTable;
}

/** One measure of all sources: the figures, why some are missing, and how they are spread. */
export function TableSection({ projectId, reportId, table }: TableSectionProps) {
  const { t } = useTranslation("texts");
  const { key } = table;
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
        <Figures table={table} />
        <Differences table={table} />
        <Reasons rows={table.rows} />
        <Spreads table={table} />
      </Stack>
    </Section>
  );
}

function Figures({ table: { key, columns, rows } }: { table: TextTable }) {
  const { t } = useTranslation("texts");
  const { t: tc } = useTranslation("common");
  const figureName = useFigureName();
  const shown: Column<TextRow>[] = [
    {
      key: "title",
      header: t("figure.source"),
      label: "",
      render: ({ title }) => (
        <Text fz="inherit" fw={550} miw={120}>
          {title}
        </Text>
      ),
    },
    { key: "texts", header: t("figure.texts"), end: true, render: ({ texts }) => formatNumber(texts) },
    ...columns.map((name) => ({
      key: name,
      header: figureName(name),
      end: true,
      render: ({ figures, intervals }: TextRow) =>
        typeof figures[name] === "number" ? (
          <>
            {formatNumber(figures[name], digitsOf(key, name))}
            <Range interval={intervals?.[name]} digits={digitsOf(key, name)} />
          </>
        ) : (
          tc("none")
        ),
    })),
  ];
  return (
    <DataTable name={t(`table.${key}`)} columns={shown} rows={rows} rowKey={({ title }) => title} narrow="scroll" />
  );
}

/** The ends of an interval of 95 %, below its figure. */
function Range({ interval, digits }: { interval: FigureInterval | undefined; digits: number }) {
  const { t } = useTranslation("texts");
  if (!interval || interval.low === null || interval.high === null) return null;
  return (
    <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
      {t("table.range", { low: formatNumber(interval.low, digits), high: formatNumber(interval.high, digits) })}
    </Text>
  );
}

/** How far the other sources lie from the first one, on the images that both have. */
function Differences({ table: { key, columns, differences } }: { table: TextTable }) {
  const { t } = useTranslation("texts");
  const { t: tc } = useTranslation("common");
  const figureName = useFigureName();
  const known = differences?.filter(({ figures }) => Object.keys(figures).length > 0) ?? [];
  const [one] = known;
  if (!one) return null;
  const names = columns.filter((name) => known.some(({ figures }) => figures[name]));
  const shown: Column<SourceDifference>[] = [
    { key: "second", header: t("figure.source"), label: "", render: ({ second }) => second },
    {
      key: "n",
      header: t("figure.images"),
      end: true,
      render: ({ figures }) => formatNumber(Object.values(figures)[0]?.n),
    },
    ...names.map((name) => ({
      key: name,
      header: figureName(name),
      end: true,
      render: ({ figures }: SourceDifference) => {
        const apart = figures[name];
        if (!apart) return tc("none");
        return (
          <>
            {formatNumber(apart.mean, digitsOf(key, name))}
            <Range interval={apart} digits={digitsOf(key, name)} />
          </>
        );
      },
    })),
  ];
  return (
    <div>
      <Text size="sm" mb="xs" maw="80ch">
        {t("table.differences", { first: one.first })}
      </Text>
      <DataTable
        name={t("table.differences_name", { title: t(`table.${key}`) })}
        columns={shown}
        rows={known}
        rowKey={({ second }) => second}
        narrow="scroll"
      />
    </div>
  );
}

/** Why figures are missing: each reason once, with the figures and sources it holds for. */
function Reasons({ rows }: { rows: TextRow[] }) {
  const { t } = useTranslation("texts");
  const figureName = useFigureName();
  const byReason = new Map<string, { figures: Set<string>; titles: Set<string> }>();
  for (const { title, undefined: reasons } of rows) {
    for (const [figure, reason] of Object.entries(reasons)) {
      const why = messageOf(reason);
      const known = byReason.get(why) ?? { figures: new Set(), titles: new Set() };
      known.figures.add(figureName(figure));
      known.titles.add(title);
      byReason.set(why, known);
    }
  }
  if (byReason.size === 0) return null;
  return (
    <List size="sm" c="dimmed" aria-label={t("table.missing")}>
      {[...byReason].map(([why, { figures, titles }]) => (
        <List.Item key={why}>
          {t("table.why", {
            figures: [...figures].join(", "),
            sources: titles.size < rows.length ? ` (${[...titles].join(", ")})` : "",
            why,
          })}
        </List.Item>
      ))}
    </List>
  );
}

const SMALL_N = 30;

function Spreads({ table: { key, rows } }: { table: TextTable }) {
  const { t } = useTranslation("texts");
  const figureName = useFigureName();
  const drawn = DRAWN[key].filter((figure) => rows.some(({ spreads }) => (spreads[figure]?.n ?? 0) > 0));
  if (drawn.length === 0) return null;
  const unit = t(key === "specificity" ? "spread.image" : "spread.text");
  return (
    <SimpleGrid cols={{ base: 1, lg: drawn.length > 1 ? 2 : 1 }} spacing="xl">
      {drawn.map((figure) => {
        const items = rows.flatMap(({ title, spreads }) =>
          spreads[figure] ? [{ name: title, spread: spreads[figure] }] : [],
        );
        const few = items.filter(({ spread }) => spread.n < SMALL_N);
        const digits = digitsOf(key, figure);
        return (
          <BoxChart
            key={figure}
            title={figure === "unique_words" ? t("spread.unique_words") : figureName(figure)}
            description={
              few.length > 0
                ? t("spread.few", {
                    each: unit,
                    names: few.map(({ name, spread }) => `${name} (n = ${formatNumber(spread.n)})`).join(", "),
                  })
                : unit
            }
            xName={t("figure.source")}
            items={items}
            format={(value) => formatNumber(value, Math.max(digits, 1))}
            smallN={0}
          />
        );
      })}
    </SimpleGrid>
  );
}
