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
  "ocr_captions",
  "ocr_left_out",
  "ocr_tokens",
  "ocr_with_token",
  "ocr_with_two",
  "ocr_images_with_token",
  "ocr_switches",
  "ocr_two_switches",
  "ocr_coverage",
  "ocr_unique",
  "ocr_once",
  "ocr_rare",
  "ocr_unique_held_out",
  "ocr_zero_shot",
  "ocr_images",
  "ocr_precision",
  "ocr_recall",
  "ocr_f1",
  "concept_images",
  "people_texts",
  "people_images",
  "list_images",
  "list_found",
  "concept_share",
  "overlap_share",
  "overlap_shared",
  "overlap_lowest",
  "overlap_highest",
  "overlap_own_words",
  "overlap_other_words",
  "new_words",
  "new_of_words",
  "new_share",
  "new_times",
  "vqa_questions",
  "vqa_unanswerable",
  "vqa_left_out",
  "vqa_asked",
  "vqa_share",
  "vqa_lowest",
  "vqa_highest",
  "vqa_text_asked",
  "vqa_text_share",
  "vqa_no_text_asked",
  "vqa_no_text_share",
  "clip_items",
  "clip_left_out",
  "clip_cut",
  "clipscore",
  "clip_referenced",
  "refclipscore",
  "bert_items",
  "bert_left_out",
  "bert_cut",
  "bert_precision",
  "bert_recall",
  "bert_f1",
] as const;

/** Shares by a number: the last one is of that number or more. */
const BY_NUMBER = /^ocr_(?:tokens|switches)_(\d)$/;
const MOST = 5;

/** What a figure of a report is called; one that this page does not know keeps its own name. */
export function useFigureName(): (figure: string) => string {
  const { t } = useTranslation("texts");
  return (figure) => {
    const number = BY_NUMBER.exec(figure)?.[1];
    if (number !== undefined) return Number(number) < MOST ? number : t("figure.number_or_more", { number });
    const known = NAMED.find((name) => name === figure);
    return known ? t(`figure.${known}`) : figure;
  };
}

const PARTS = ["words", "nouns", "adjectives", "verbs", "all"] as const;

/** What a row is about where a source has several: a class of words, or a type as its file names it. */
export function usePartName(): (part: string) => string {
  const { t } = useTranslation("texts");
  return (part) => {
    const known = PARTS.find((name) => name === part);
    return known ? t(`part.${known}`) : part;
  };
}
