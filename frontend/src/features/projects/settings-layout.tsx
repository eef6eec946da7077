import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";

export default function SettingsLayout({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  return (
    <>
      <SubTabs
        label={t("settings.pages")}
        projectId={projectId}
        tabs={[
          { to: "/projects/$projectId/settings", label: t("settings.general"), exact: true },
          { to: "/projects/$projectId/settings/webhooks", label: t("settings.webhooks") },
        ]}
      />
      <Outlet />
    </>
  );
}
