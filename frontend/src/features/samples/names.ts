import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { projectQuery } from "@/lib/queries/projects";

const known = ["stopped_early", "from_scratch", "skipped"] as const;

function isKnown(flag: string): flag is (typeof known)[number] {
  return (known as readonly string[]).includes(flag);
}

export function useFlagName(): (flag: string) => string {
  const { t } = useTranslation("samples");
  return (flag) => (isKnown(flag) ? t(`flag.${flag}`) : flag.replaceAll("_", " "));
}

/** A stage's title by its key, from the project of this page. */
export function useStageTitle(): (key: string | null) => string {
  const { projectId } = useParams({ strict: false });
  const project = useQuery({ ...projectQuery(Number(projectId)), enabled: projectId !== undefined }).data;
  return (key) => project?.recipe?.stages.find((stage) => stage.key === key)?.title ?? key ?? "";
}
