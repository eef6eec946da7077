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
        tabs={[{ to: "/projects/$projectId", label: t("tabs.overview"), exact: true }]}
      />
      <Outlet />
    </>
  );
}
