import { useTranslation } from "react-i18next";
import type { AgreementFigures, ReleaseStatistics } from "@/api/releases";
import { formatDay, formatNumber, formatSeconds } from "@/lib/format";

/** One figure in words, so that two releases can stand beside each other. */
export interface Figure {
  key: string;
  label: string;
  value: string;
}

const ORIGINS = ["person", "model", "import"] as const;

/** The figures of a release that are no table of their own, in the order in which they are read. */
export function useFigures(): (statistics: ReleaseStatistics) => Figure[] {
  const { t } = useTranslation("releases");
  return ({ samples, splits, people, answers, producers, work, agreement, descriptions, objects }) => {
    const figure = (key: string, label: string, value: number | null, digits = 0): Figure[] =>
      value === null ? [] : [{ key, label, value: formatNumber(value, digits) }];
    const days = work.first_day && work.last_day ? [formatDay(work.first_day), formatDay(work.last_day)] : [];
    const alike = ({ stage, images, similarity_mean, low, high }: AgreementFigures): Figure[] => {
      if (similarity_mean === null) return [];
      const number = formatNumber(images);
      const mean = formatNumber(similarity_mean, 2);
      const value =
        low === null || high === null
          ? t("figure.alike_alone", { count: images, mean, number })
          : t("figure.alike", {
              count: images,
              mean,
              number,
              low: formatNumber(low, 2),
              high: formatNumber(high, 2),
            });
      return [{ key: `alike-${stage}`, label: t("figure.agreement", { stage }), value }];
    };
    return [
      ...figure("samples", t("list.samples"), samples),
      ...Object.entries(splits).flatMap(([split, count]) =>
        figure(`split-${split}`, split === "none" ? t("figure.no_split") : t("figure.split", { split }), count),
      ),
      ...figure("people", t("figure.people"), people),
      ...ORIGINS.flatMap((origin) =>
        figure(`answers-${origin}`, t(`figure.answers_${origin}`), answers[origin] ?? null),
      ),
      ...Object.entries(producers).flatMap(([name, count]) =>
        figure(`producer-${name}`, t("figure.producer", { name }), count),
      ),
      { key: "time", label: t("figure.time"), value: formatSeconds(work.active_hours * 3600) },
      ...(days.length > 0 ? [{ key: "days", label: t("figure.days"), value: [...new Set(days)].join(" – ") }] : []),
      ...(agreement ?? []).flatMap(alike),
      ...figure("objects", t("figure.objects"), objects.objects),
      ...figure("labels", t("figure.labels"), objects.different_labels),
      ...figure("texts", t("figure.texts"), descriptions.texts),
      ...figure("mean", t("figure.tokens_mean"), descriptions.tokens_mean, 1),
      ...figure("median", t("figure.tokens_median"), descriptions.tokens_median),
      ...figure("shortest", t("figure.tokens_shortest"), descriptions.tokens_shortest),
      ...figure("longest", t("figure.tokens_longest"), descriptions.tokens_longest),
    ];
  };
}
