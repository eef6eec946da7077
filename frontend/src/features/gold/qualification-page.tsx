import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { QueryView } from "@/components/query-view";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { qualificationQuery } from "./api/gold";
import { ConsentSection } from "./consent-section";
import { EntrySection } from "./entry-section";
import { QualifiedSection } from "./qualified-section";

export default function QualificationPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("gold");
  const query = useQuery(qualificationQuery(projectId));
  const mayEdit = useMayLead(projectId);
  usePageTitle(t("qualification.title"), useProjectName(projectId));
  return (
    <Stack>
      <QueryView query={query}>
        {(rules) => <EntrySection projectId={projectId} rules={rules} mayEdit={mayEdit} />}
      </QueryView>
      <ConsentSection projectId={projectId} mayEdit={mayEdit} />
      <QualifiedSection projectId={projectId} mayEdit={mayEdit} />
    </Stack>
  );
}
