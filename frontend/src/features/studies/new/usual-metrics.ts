import { useTranslation } from "react-i18next";
import type { Design, StudyMetric } from "@/api/studies";

/** The metrics one begins with: the same that the server takes where none are named. */
export function useUsualMetrics(design: Design): StudyMetric[] {
  const { t } = useTranslation("studies");
  return t(`usual_metrics.${design}`, { returnObjects: true }) as unknown as StudyMetric[];
}
