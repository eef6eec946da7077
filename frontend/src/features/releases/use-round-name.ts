import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { RoundFigures } from "@/api/releases";
import { projectQuery } from "@/lib/queries/projects";
import { stageTitle } from "@/lib/server-messages";

export const roundKey = ({ stage, index, origin }: RoundFigures) => `${stage} ${String(index)} ${origin}`;

const ORIGINS = ["person", "model", "import"] as const;

/** What people call a round of a release: its stage may be gone from the project since. */
export function useRoundName(projectId: number): (round: RoundFigures) => string {
  const { t } = useTranslation("releases");
  const stages = useQuery(projectQuery(projectId)).data?.recipe?.stages;
  return ({ stage, index, origin }) => {
    const known = stages?.find(({ key }) => key === stage);
    const name = known ? stageTitle(known) : stage;
    const by = ORIGINS.find((each) => each === origin);
    return t(`round.name_${by ?? "person"}`, { stage: name, index });
  };
}
