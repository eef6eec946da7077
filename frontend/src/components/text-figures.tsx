import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FigureInterval, SourceDifference, TextRow, TextTable, TextTableKey } from "@/api/text-reports";
import { DataTable, type Column } from "@/components/data-table";
import { formatNumber, formatPercent } from "@/lib/format";
import { useFigureName, usePartName } from "./figure-name";

const COUNTS = new Set(["items", "images", "left_out", "alone", "texts_per_image"]);
const WRITING_COUNTS = new Set(["ocr_captions", "ocr_left_out", "ocr_images"]);
const WRITING_MEANS = new Set(["ocr_tokens", "ocr_switches"]);
const SCORES: readonly TextTableKey[] = ["captions", "people", "specificity", "clipscore", "bertscore"];
/** Of what texts name and answer: these are shares, what else their tables have are counts. */
const NAMED_SHARES = new Set([
  "people_texts",
  "people_images",
  "list_images",
  "list_found",
  "concept_share",
  "overlap_share",
  "overlap_lowest",
  "overlap_highest",
  "new_share",
  "vqa_share",
  "vqa_lowest",
  "vqa_highest",
  "vqa_text_share",
  "vqa_no_text_share",
]);
const NAMED_COUNTS = /^(?:concept_images|overlap_|new_|vqa_|clip_|bert_(?:items|left_out|cut))/;
/** Tables with several rows of a source, and what these are parts by. */
const PARTED = ["concepts_each", "overlap", "answers_by_type"] as const;

export function digitsOf(table: TextTableKey, figure: string): number {
  if (COUNTS.has(figure) || WRITING_COUNTS.has(figure) || table === "unique" || table === "ocr_words") return 0;
  if (NAMED_COUNTS.test(figure)) return 0;
  return SCORES.includes(table) && figure !== "references_per_item" ? 4 : 2;
}

/** Whether a figure is a share, told in percent. */
const isShare = (table: TextTableKey, figure: string) =>
  NAMED_SHARES.has(figure) ||
  (table.startsWith("ocr") && table !== "ocr_words" && !WRITING_COUNTS.has(figure) && !WRITING_MEANS.has(figure));

export const told = (table: TextTableKey, figure: string, value: number) =>
  isShare(table, figure) ? formatPercent(value, 1) : formatNumber(value, digitsOf(table, figure));

export function Figures({ table: { key, columns, rows } }: { table: TextTable }) {
  const { t } = useTranslation("texts");
  const { t: tc } = useTranslation("common");
  const figureName = useFigureName();
  const partName = usePartName();
  const parted = PARTED.find((table) => table === key);
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
    ...(parted ? [{ key: "part", header: t(`part.${parted}`), render: ({ part }: TextRow) => partName(part) }] : []),
    { key: "texts", header: t("figure.texts"), end: true, render: ({ texts }) => formatNumber(texts) },
    ...columns.map((name) => ({
      key: name,
      header: figureName(name),
      end: true,
      render: ({ figures, intervals }: TextRow) =>
        typeof figures[name] === "number" ? (
          <>
            {told(key, name, figures[name])}
            <Range interval={intervals?.[name]} told={(value) => told(key, name, value)} />
          </>
        ) : (
          tc("none")
        ),
    })),
  ];
  return (
    <DataTable
      name={t(`table.${key}`)}
      columns={shown}
      rows={rows}
      rowKey={({ title, part }) => `${title} ${part}`}
      narrow="scroll"
    />
  );
}

/** The ends of an interval of 95%, below its figure. */
export function Range({ interval, told }: { interval: FigureInterval | undefined; told: (value: number) => string }) {
  const { t } = useTranslation("texts");
  if (!interval || interval.low === null || interval.high === null) return null;
  return (
    <Text component="span" display="block" size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
      {t("table.range", { low: told(interval.low), high: told(interval.high) })}
    </Text>
  );
}

/** How far the other sources lie from the first one, on the images that both have. */
export function Differences({ table: { key, columns, differences } }: { table: TextTable }) {
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
            {told(key, name, apart.mean)}
            <Range interval={apart} told={(value) => told(key, name, value)} />
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
