import { useTranslation } from "react-i18next";
import type { VersionBrief } from "@/api/models";

/** What the seeds of a version are called; those from elsewhere have none. */
export function useSeedsOf(): (version: VersionBrief | null) => string {
  const { t } = useTranslation("learning");
  return (version) => (version ? `${version.connection.name} ${version.label}` : t("quality.imported"));
}
