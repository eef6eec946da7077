import { useTranslation } from "react-i18next";
import type { MentionRun } from "@/api/mentions";
import { useStageTitle } from "../names";

/** What a measurement is called: its stage, what shows which objects there are, and its groups. */
export function useMentionName(): (run: MentionRun) => string {
  const { t } = useTranslation("mentions");
  const stage = useStageTitle();
  return ({ candidate, candidate_title, truth, pair }) => {
    const names = { candidate: stage(candidate, candidate_title), truth: stage(truth, "") };
    return pair ? t("run.groups", { ...names, first: pair[0], second: pair[1] }) : t("run.against", names);
  };
}
