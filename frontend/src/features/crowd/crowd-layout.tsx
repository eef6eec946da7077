import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";

export default function CrowdLayout({ projectId }: { projectId: number }) {
  const { t } = useTranslation("crowd");
  return (
    <>
      <SubTabs
        label={t("tabs.label")}
        projectId={projectId}
        tabs={[
          { to: "/projects/$projectId/crowd", label: t("tabs.channels"), exact: true },
          { to: "/projects/$projectId/crowd/payments", label: t("tabs.payments") },
        ]}
      />
      <Outlet />
    </>
  );
}
