import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { connectionsQuery } from "@/lib/queries/models";
import { useProjectName } from "@/lib/queries/projects";
import { setsQuery } from "../api/reasoning";
import { sourcesQuery } from "../api/studies";
import { RunForm } from "./run-form";

/** The one back end that answers questions without a picture. */
const BACKEND = "openai";

export default function NewRunPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("reasoning");
  const sets = useQuery(setsQuery(projectId));
  const sources = useQuery(sourcesQuery(projectId));
  const connections = useQuery(connectionsQuery(projectId));
  usePageTitle(t("new.title"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  const models = (connections.data ?? []).filter(({ backend }) => backend === BACKEND);
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/reasoning" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.title")} description={t("new.text")}>
        <QueryView query={connections}>
          {() =>
            models.length === 0 ? (
              <EmptyState
                order={3}
                title={t("new.no_model_title")}
                action={
                  <LinkButton variant="default" to="/projects/$projectId/models" params={params}>
                    {t("new.connect")}
                  </LinkButton>
                }
              >
                {t("new.no_model_text")}
              </EmptyState>
            ) : (
              <QueryView query={sets}>
                {({ results }) =>
                  results.length === 0 ? (
                    <EmptyState order={3} title={t("new.no_sets_title")}>
                      {t("new.no_sets_text")}
                    </EmptyState>
                  ) : (
                    <QueryView query={sources}>
                      {(offered) => (
                        <RunForm
                          projectId={projectId}
                          sets={results}
                          sources={offered.filter(({ has_images }) => !has_images)}
                          models={models}
                        />
                      )}
                    </QueryView>
                  )
                }
              </QueryView>
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}
