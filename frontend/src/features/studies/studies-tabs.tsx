import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";

export function StudiesTabs({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  return (
    <SubTabs
      label={t("tabs.label")}
      projectId={projectId}
      tabs={[
        { to: "/projects/$projectId/studies", label: t("tabs.studies"), exact: true },
        { to: "/projects/$projectId/studies/files", label: t("tabs.files") },
        { to: "/projects/$projectId/studies/enrichments", label: t("tabs.enrichments") },
        { to: "/projects/$projectId/studies/reasoning", label: t("tabs.reasoning") },
      ]}
    />
  );
}
