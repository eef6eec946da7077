import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { AuditDownloads, AuditList } from "./audit-list";

export default function AuditPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("audit");
  const filters = useSearch({ from: "/shell/projects/$projectId/audit" });
  const navigate = useNavigate({ from: "/projects/$projectId/audit" });
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Section
      title={t("title")}
      description={t("text")}
      actions={<AuditDownloads projectId={projectId} filters={filters} />}
    >
      <AuditList
        projectId={projectId}
        filters={filters}
        onFilters={(search) => void navigate({ search, replace: true })}
      />
    </Section>
  );
}
