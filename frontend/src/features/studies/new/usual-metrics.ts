import { useTranslation } from "react-i18next";
import type { Design, StudyMetric } from "@/api/studies";
import { designNamed } from "@/kinds/studies";
import type { StudyUi } from "@/kinds/study-ui";
import type catalogue from "@/locales/en/studies.json";

type WithMetrics = keyof (typeof catalogue)["usual_metrics"];

/** The metrics one begins with: the same that the server takes where none are named. */
export function useUsualMetrics(design: Design): StudyMetric[] {
  const { t } = useTranslation("studies");
  const { words, mostMetrics } = designNamed(design);
  if (mostMetrics === 0) return [];
  return t(`usual_metrics.${words as WithMetrics}`, { returnObjects: true }) as unknown as StudyMetric[];
}

/** What else is asked, unless somebody wants it otherwise. */
export function useUsualSettings({ settings }: StudyUi, showsImages: boolean) {
  const { t } = useTranslation("studies");
  return settings?.usual(t, showsImages);
}
