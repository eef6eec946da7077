import { useTranslation } from "react-i18next";
import type { Design, StudyMetric } from "@/api/studies";
import { designNamed } from "@/kinds/studies";

/** The metrics one begins with: the same that the server takes where none are named. */
export function useUsualMetrics(design: Design): StudyMetric[] {
  const { t } = useTranslation("studies");
  return t(`usual_metrics.${designNamed(design).words}`, { returnObjects: true }) as unknown as StudyMetric[];
}
