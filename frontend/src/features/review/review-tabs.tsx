import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";
import { qualityQuery } from "@/lib/queries/quality";

/** The two queues: answers that are unusual, and work that people declined. */
export function ReviewTabs({ projectId }: { projectId: number }) {
  const { t } = useTranslation("review");
  const waiting = useQuery(qualityQuery(projectId)).data;
  return (
    <SubTabs
      label={t("tabs.label")}
      projectId={projectId}
      tabs={[
        {
          to: "/projects/$projectId/review",
          label: t("tabs.answers", { count: waiting?.answers_waiting ?? 0 }),
          exact: true,
        },
        { to: "/projects/$projectId/review/skips", label: t("tabs.skips", { count: waiting?.skips_waiting ?? 0 }) },
      ]}
    />
  );
}
