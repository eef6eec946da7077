import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { previewQuery, releasesQuery } from "./api/releases";
import { ReleaseForm } from "./release-form";
import { EVERYTHING } from "./use-release-draft";

export default function NewReleasePage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("releases");
  const project = useProjectName(projectId);
  const preview = useQuery(previewQuery(projectId, EVERYTHING));
  const list = useQuery(releasesQuery(projectId));
  const mayAct = useMayLead(projectId);
  usePageTitle(t("new.title"), project);
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/releases" params={{ projectId: String(projectId) }}>
        {t("back")}
      </TextLink>
      <Section title={t("new.title")} description={t("new.text")}>
        {!mayAct && <Text c="dimmed">{t("none_reader")}</Text>}
        {mayAct && (
          <QueryView query={preview}>
            {(known) => (
              <QueryView query={list}>
                {(page) => (
                  <ReleaseForm projectId={projectId} project={project} known={known} last={page.results[0] ?? null} />
                )}
              </QueryView>
            )}
          </QueryView>
        )}
      </Section>
    </Stack>
  );
}
