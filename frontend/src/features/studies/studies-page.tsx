import { Group, Stack } from "@mantine/core";
import { IconPlus, IconScale, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { DataTable, type Column } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { LinkButton, TextLink } from "@/components/link-button";
import { Pager } from "@/components/pager";
import { QueryView } from "@/components/query-view";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { designNamed } from "@/kinds/studies";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { studiesQuery } from "./api/studies";
import { StudyProgress, StudyState } from "./progress";

export default function StudiesPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const { cursor } = useSearch({ from: "/shell/projects/$projectId/studies" });
  const navigate = useNavigate({ from: "/projects/$projectId/studies" });
  const query = useQuery({ ...studiesQuery(projectId, cursor), placeholderData: keepPreviousData });
  const mayAct = useMayLead(projectId);
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Section
      title={t("title")}
      term="study"
      description={t("text")}
      actions={mayAct && <Actions projectId={projectId} />}
    >
      <QueryView query={query}>
        {(page) =>
          page.results.length === 0 ? (
            <EmptyState order={3} icon={<IconScale size={36} />} title={t("none_title")}>
              {t(mayAct ? "none_text" : "none_text_reader")}
            </EmptyState>
          ) : (
            <Stack>
              <StudyTable projectId={projectId} studies={page.results} />
              <Pager page={page} onCursor={(next) => void navigate({ search: { cursor: next } })} />
            </Stack>
          )
        }
      </QueryView>
    </Section>
  );
}

function Actions({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const params = { projectId: String(projectId) };
  return (
    <Group gap="xs">
      <LinkButton
        variant="default"
        to="/projects/$projectId/studies/import"
        params={params}
        leftSection={<IconUpload size={16} aria-hidden />}
      >
        {t("import.open")}
      </LinkButton>
      <LinkButton
        to="/projects/$projectId/studies/new"
        params={params}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t("new.open")}
      </LinkButton>
    </Group>
  );
}

function StudyTable({ projectId, studies }: { projectId: number; studies: Study[] }) {
  const { t } = useTranslation("studies");
  const columns: Column<Study>[] = [
    {
      key: "name",
      header: t("list.name"),
      label: "",
      render: (study) => (
        <TextLink
          to="/projects/$projectId/studies/$studyId"
          params={{ projectId: String(projectId), studyId: String(study.id) }}
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
        >
          {study.name}
        </TextLink>
      ),
    },
    { key: "design", header: t("list.design"), render: ({ design }) => t(`design.${designNamed(design).words}.title`) },
    {
      key: "sources",
      header: t("list.sources"),
      render: ({ sources }) => sources.map(({ title }) => title).join(" · "),
    },
    { key: "state", header: t("list.state"), render: (study) => <StudyState study={study} /> },
    { key: "progress", header: t("list.progress"), render: (study) => <StudyProgress study={study} /> },
    { key: "made", header: t("list.made"), render: ({ created_at: at }) => <Time at={at} /> },
  ];
  return <DataTable name={t("title")} columns={columns} rows={studies} rowKey={({ id }) => id} />;
}
