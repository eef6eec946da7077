import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { choicesQuery } from "../api/enrichments";
import { EnrichmentForm } from "./enrichment-form";

export default function NewEnrichmentPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("enrichments");
  const query = useQuery(choicesQuery(projectId));
  usePageTitle(t("new.open"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/enrichments" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.open")} description={t("new.text")}>
        <QueryView query={query}>
          {(choices) =>
            choices.sources.length === 0 ? (
              <EmptyState
                order={3}
                title={t("new.no_captions_title")}
                action={
                  <LinkButton variant="default" to="/projects/$projectId/studies/files" params={params}>
                    {t("new.files")}
                  </LinkButton>
                }
              >
                {t("new.no_captions_text")}
              </EmptyState>
            ) : (
              <EnrichmentForm projectId={projectId} choices={choices} />
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}
