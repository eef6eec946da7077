import { SimpleGrid } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { TextTable, TextTableKey } from "@/api/text-reports";
import { useFigureName } from "@/components/figure-name";
import { digitsOf } from "@/components/text-figures";
import { BoxChart } from "@/components/charts/box-chart";
import { formatNumber } from "@/lib/format";

/** The figures whose spread is drawn, where a table has many. */
const DRAWN: Record<TextTableKey, readonly string[]> = {
  describe: ["tokens", "sentences", "nouns", "adjectives"],
  unique: ["unique_words"],
  readability: ["ari", "flesch_kincaid_038", "fog_of_common_words"],
  captions: ["bleu_4", "meteor", "rouge_l", "cider"],
  people: [],
  specificity: ["specificity"],
  ocr: ["ocr_tokens", "ocr_switches"],
  ocr_by_tokens: [],
  ocr_by_switches: [],
  ocr_words: [],
  ocr_reading: [],
  concepts: [],
  concepts_each: [],
  overlap: [],
  new_words: [],
  new_words_each: [],
  answers: [],
  answers_by_type: [],
  clipscore: ["clipscore", "refclipscore"],
  bertscore: ["bert_f1"],
};

const SMALL_N = 30;

export function Spreads({ table: { key, rows } }: { table: TextTable }) {
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
