import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { messageOf, remedyOf } from "@/lib/server-messages";
import { stagesQuery } from "../api/harms";
import { HarmForm } from "./harm-form";

export default function NewHarmRunPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("harms");
  const query = useQuery(stagesQuery(projectId));
  usePageTitle(t("new.open"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/harms" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.open")} description={t("new.text")}>
        <QueryView query={query}>
          {(choices) =>
            choices.why_no_parser ? (
              <EmptyState order={3} title={t("new.no_parser_title")}>
                {messageOf(choices.why_no_parser)} {remedyOf(choices.why_no_parser)}
              </EmptyState>
            ) : choices.stages.every(({ why }) => why) ? (
              <EmptyState
                order={3}
                title={t("new.no_stages_title")}
                action={
                  <LinkButton variant="default" to="/projects/$projectId/studies/files" params={params}>
                    {t("new.files")}
                  </LinkButton>
                }
              >
                {t("new.no_stages_text")}
              </EmptyState>
            ) : (
              <HarmForm projectId={projectId} choices={choices} />
            )
          }
        </QueryView>
      </Section>
    </Stack>
  );
}
