import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SampleDetail } from "@/api/types";
import { personName } from "@/lib/people";
import { projectQuery } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";
import { taskNoun } from "./history";

/** The answers of people that count, with their names, in the order of the stages and rounds. */
export function useStandingAnswers({ project, stages }: SampleDetail): { id: number; name: string }[] {
  const { t } = useTranslation("samples");
  const specs = useQuery(projectQuery(project.id)).data?.recipe?.stages;
  return stages.flatMap((stage) => {
    const noun = taskNoun(specs?.find(({ key }) => key === stage.key));
    return stage.annotations
      .filter(({ origin, purpose, verdict, superseded_by }) => {
        return origin === "person" && purpose === "work" && verdict !== "rejected" && superseded_by === null;
      })
      .map(({ id, index, author }) => ({
        id,
        name: [stageTitle(stage), t(`detail.${noun}`, { index }), author && personName(author)]
          .filter(Boolean)
          .join(" · "),
      }));
  });
}
