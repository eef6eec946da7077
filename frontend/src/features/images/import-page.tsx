import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "@/lib/page-title";
import { useProjectName } from "@/lib/queries/projects";
import { FileImport } from "./file-import";
import { ImportHistory } from "./import-history";
import { UploadSection } from "./upload-section";

export default function ImportPage({ projectId }: { projectId: number }) {
  const { t } = useTranslation("images");
  usePageTitle(t("title"), useProjectName(projectId));
  return (
    <Stack>
      <UploadSection projectId={projectId} />
      <FileImport projectId={projectId} />
      <ImportHistory projectId={projectId} />
    </Stack>
  );
}
