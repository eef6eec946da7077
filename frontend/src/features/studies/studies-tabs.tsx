import { useTranslation } from "react-i18next";
import { SubTabs } from "@/components/sub-tabs";
import { useMayLead } from "@/lib/queries/projects";

export function StudiesTabs({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const mayLead = useMayLead(projectId);
  return (
    <SubTabs
      label={t("tabs.label")}
      projectId={projectId}
      tabs={[
        { to: "/projects/$projectId/studies", label: t("tabs.studies"), exact: true },
        { to: "/projects/$projectId/studies/files", label: t("tabs.files") },
        { to: "/projects/$projectId/studies/enrichments", label: t("tabs.enrichments") },
        { to: "/projects/$projectId/studies/reasoning", label: t("tabs.reasoning") },
        { to: "/projects/$projectId/studies/second-reader", label: t("tabs.second_reader") },
        // Both are about sensitive answers, or about what is said of people.
        ...(mayLead
          ? ([
              { to: "/projects/$projectId/studies/groups", label: t("tabs.groups") },
              { to: "/projects/$projectId/studies/harms", label: t("tabs.harms") },
            ] as const)
          : []),
      ]}
    />
  );
}
