import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "@/lib/page-title";
import { useMayLead, useProjectName } from "@/lib/queries/projects";
import { ExportList } from "./export-list";
import { NewExport } from "./new-export";

export default function ExportPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("exports");
  usePageTitle(t("title"), useProjectName(projectId));
  const mayStart = useMayLead(projectId);
  return (
    <Stack>
      {mayStart && <NewExport projectId={projectId} />}
      <ExportList projectId={projectId} />
    </Stack>
  );
}
