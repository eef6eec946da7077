import { useTranslation } from "react-i18next";

const NAMED = [
  "tokens",
  "tokens_per_sentence",
  "sentences",
  "nouns",
  "adjectives",
  "adverbs",
  "verbs",
  "prepositions",
  "unique_words",
  "unique_nouns",
  "unique_adjectives",
  "unique_adverbs",
  "unique_verbs",
  "unique_prepositions",
  "ari",
  "flesch_kincaid_038",
  "fog_of_common_words",
  "smog",
  "items",
  "images",
  "left_out",
  "alone",
  "texts_per_image",
  "references_per_item",
  "bleu_1",
  "bleu_2",
  "bleu_3",
  "bleu_4",
  "meteor",
  "rouge_1",
  "rouge_2",
  "rouge_l",
  "cider",
  "spice",
  "specificity",
] as const;

/** What a figure of a report is called; one that this page does not know keeps its own name. */
export function useFigureName(): (figure: string) => string {
  const { t } = useTranslation("texts");
  return (figure) => {
    const known = NAMED.find((name) => name === figure);
    return known ? t(`figure.${known}`) : figure;
  };
}
