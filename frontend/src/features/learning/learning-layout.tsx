import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";

export default function LearningLayout({ projectId }: { projectId: number }) {
  const { t } = useTranslation("learning");
  return (
    <>
      <SubTabs
        label={t("tabs.label")}
        projectId={projectId}
        tabs={[
          { to: "/projects/$projectId/learning", label: t("tabs.loop"), exact: true },
          { to: "/projects/$projectId/learning/seeds", label: t("tabs.seeds") },
          { to: "/projects/$projectId/learning/order", label: t("tabs.order") },
        ]}
      />
      <Outlet />
    </>
  );
}
