import { Group, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Study } from "@/api/studies";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { SubTabs } from "@/components/sub-tabs";
import { studyQuery } from "./api/studies";
import { StudyState } from "./progress";

export interface StudyPageProps {
  projectId: number;
  studyId: number;
}

/** What the pages of one study have in common: its name, its state, and the way from one to the other. */
export default function StudyLayout({ projectId, studyId }: StudyPageProps) {
  const query = useQuery(studyQuery(projectId, studyId));
  return <QueryView query={query}>{(study) => <Frame projectId={projectId} study={study} />}</QueryView>;
}

function Frame({ projectId, study }: { projectId: number; study: Study }) {
  const { t } = useTranslation("studies");
  const params = { studyId: String(study.id) };
  return (
    <Stack gap="sm">
      <div>
        <TextLink size="sm" to="/projects/$projectId/studies" params={{ projectId: String(projectId) }}>
          {t("title")}
        </TextLink>
        <Group gap="sm" mt={2}>
          <Title order={2} style={{ overflowWrap: "anywhere" }}>
            {study.name}
          </Title>
          <StudyState study={study} />
        </Group>
      </div>
      <div>
        <SubTabs
          label={t("study_tabs.label", { name: study.name })}
          projectId={projectId}
          tabs={[
            { to: "/projects/$projectId/studies/$studyId", params, label: t("study_tabs.study"), exact: true },
            { to: "/projects/$projectId/studies/$studyId/results", params, label: t("study_tabs.results") },
            { to: "/projects/$projectId/studies/$studyId/cases", params, label: t("study_tabs.cases") },
            {
              to: "/projects/$projectId/studies/$studyId/justifications",
              params,
              label: t("study_tabs.justifications"),
            },
          ]}
        />
        <Outlet />
      </div>
    </Stack>
  );
}
