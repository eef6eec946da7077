import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";

export default function QualityLayout({ projectId }: { projectId: number }) {
  const { t } = useTranslation("quality");
  return (
    <>
      <SubTabs
        label={t("tabs.label")}
        projectId={projectId}
        tabs={[
          { to: "/projects/$projectId/quality", label: t("tabs.checks"), exact: true },
          { to: "/projects/$projectId/quality/agreement", label: t("tabs.agreement") },
          { to: "/projects/$projectId/quality/batches", label: t("tabs.batches") },
          { to: "/projects/$projectId/quality/gold", label: t("tabs.gold") },
          { to: "/projects/$projectId/quality/qualification", label: t("tabs.qualification") },
          { to: "/projects/$projectId/quality/spelling", label: t("tabs.spelling") },
        ]}
      />
      <Outlet />
    </>
  );
}
