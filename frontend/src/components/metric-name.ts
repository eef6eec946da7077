import { useTranslation } from "react-i18next";
import type catalogue from "@/locales/en/models.json";
import { formatNumber } from "@/lib/format";

type MetricKey = keyof (typeof catalogue)["metric"];

/** The figures on held-out samples that are shown first, in this order. */
export const MAIN_METRICS = ["cider", "rouge_l", "token_f1", "box_iou"] as const;

/** A figure's name in our words, or its own made readable. */
export function useMetricName(): (name: string) => string {
  const { t, i18n } = useTranslation("models");
  return (name) =>
    i18n.exists(`models:metric.${name}`) ? t(`metric.${name as MetricKey}`) : name.replaceAll("_", " ");
}

/** Counts stay whole; everything else is told apart in the third digit. */
export function formatMetric(value: number | null | undefined): string {
  return formatNumber(value, value === null || value === undefined || Number.isInteger(value) ? 0 : 3);
}
