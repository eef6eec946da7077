import { Stack } from "@mantine/core";
import { IconPlus, IconSnowflake } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/components/empty-state";
import { LinkButton } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { releasesQuery } from "./api/releases";
import { ReleaseTable } from "./release-table";

/** What the project published: the newest first. */
export default function ReleasesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("releases");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/releases" });
  const navigate = useNavigate({ from: "/projects/$projectId/releases" });
  const query = useQuery({ ...releasesQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  const none = query.data?.results.length === 0;
  return (
    <Section
      title={t("title")}
      term="release"
      description={!none && t("text")}
      actions={
        <>
          <LinkButton
            variant="default"
            to="/projects/$projectId/releases/datasheet"
            params={{ projectId: String(projectId) }}
          >
            {t("datasheet.title")}
          </LinkButton>
          {mayAct && !none && <NewRelease projectId={projectId} />}
        </>
      }
    >
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState
              order={3}
              icon={<IconSnowflake size={36} />}
              title={t("none_title")}
              action={mayAct && <NewRelease projectId={projectId} />}
            >
              {t("text")} {!mayAct && t("none_reader")}
            </EmptyState>
          ) : (
            <Stack>
              <ReleaseTable projectId={projectId} releases={page.results} />
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function NewRelease({ projectId }: { projectId: number }) {
  const { t } = useTranslation("releases");
  return (
    <LinkButton
      to="/projects/$projectId/releases/new"
      params={{ projectId: String(projectId) }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("new.open")}
    </LinkButton>
  );
}
