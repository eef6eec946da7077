import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { TextLink } from "@/components/link-button";
import { QueryView } from "@/components/query-view";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { sourcesQuery } from "../api/studies";
import { Wizard } from "./wizard";

export default function NewStudyPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("studies");
  const query = useQuery(sourcesQuery(projectId));
  usePageTitle(t("new.title"), useProjectName(projectId));
  return (
    <Stack>
      <TextLink size="sm" to="/projects/$projectId/studies" params={{ projectId: String(projectId) }}>
        {t("title")}
      </TextLink>
      <QueryView query={query}>{(available) => <Wizard projectId={projectId} available={available} />}</QueryView>
    </Stack>
  );
}
