import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { kindNamed } from "@/kinds/registry";
import { usePageTitle } from "@/lib/page-title";
import { projectQuery, useProjectName } from "@/lib/queries/projects";
import { textSourcesQuery } from "./api/text-reports";
import { ReportForm } from "./report-form";

export default function NewReportPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("texts");
  const query = useQuery(textSourcesQuery(projectId));
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages ?? [];
  const withWriting = stages.some(({ kind }) => kindNamed(kind).seedRoles?.includes("ocr"));
  usePageTitle(t("new.title"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/texts" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.title")} description={t("new.text")}>
        <QueryView query={query}>
          {(offered) =>
            offered.length === 0 ? (
              <EmptyState
                order={3}
                title={t("new.no_sources_title")}
                action={
                  <LinkButton variant="default" to="/projects/$projectId/studies/files" params={params}>
                    {t("new.files")}
                  </LinkButton>
                }
              >
                {t("new.no_sources_text")}
              </EmptyState>
            ) : (
              <ReportForm projectId={projectId} offered={offered} withWriting={withWriting} />
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}
