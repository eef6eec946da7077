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
import { groupsQuery } from "../../api/groups";
import { stagesQuery } from "../../api/harms";
import { MentionForm } from "./mention-form";

/** What is fitted: or why there is nothing to fit, before anything is asked. */
export default function NewMentionRunPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("mentions");
  const stages = useQuery(stagesQuery(projectId));
  const groups = useQuery(groupsQuery(projectId));
  usePageTitle(t("new.open"), useProjectName(projectId));
  const params = { projectId: String(projectId) };
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies/harms/mentions" params={params}>
        {t("back")}
      </TextLink>
      <Section title={t("new.open")} description={t("new.text")}>
        <QueryView query={stages}>
          {(choices) => (
            <QueryView query={groups}>
              {({ scheme }) =>
                choices.why_no_parser ? (
                  <EmptyState order={3} title={t("new.no_parser_title")}>
                    {messageOf(choices.why_no_parser)} {remedyOf(choices.why_no_parser)}
                  </EmptyState>
                ) : scheme?.is_enabled ? (
                  <MentionForm projectId={projectId} choices={choices} groups={scheme.values} />
                ) : (
                  <EmptyState
                    order={3}
                    title={t("new.no_groups_title")}
                    action={
                      <LinkButton variant="default" to="/projects/$projectId/studies/groups" params={params}>
                        {t("new.groups")}
                      </LinkButton>
                    }
                  >
                    {t("new.no_groups_text")}
                  </EmptyState>
                )
              }
            </QueryView>
          )}
        </QueryView>
      </Section>
    </Stack>
  );
}
