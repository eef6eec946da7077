import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";

export default function OverviewLayout({ projectId }: { projectId: number }) {
  const { t } = useTranslation("overview");
  return (
    <>
      <SubTabs
        label={t("tabs.label")}
        projectId={projectId}
        tabs={[
          { to: "/projects/$projectId", label: t("tabs.overview"), exact: true },
          { to: "/projects/$projectId/rounds", label: t("tabs.rounds") },
          { to: "/projects/$projectId/stopping", label: t("tabs.stopping") },
          { to: "/projects/$projectId/annotators", label: t("tabs.annotators") },
          { to: "/projects/$projectId/texts", label: t("tabs.texts") },
          { to: "/projects/$projectId/report", label: t("tabs.report") },
        ]}
      />
      <Outlet />
    </>
  );
}
