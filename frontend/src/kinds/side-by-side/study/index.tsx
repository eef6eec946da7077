import type { ComparedResults } from "@/api/studies";
import { deferred } from "@/lib/deferred";
import { CaseScores } from "../../rating/case-scores";
import type { CaseProps, StudyUi } from "../../study-ui";
import { levelNames, SIGNS } from "./levels";

export const sideBySideStudy: StudyUi<ComparedResults> = {
  name: "side_by_side.v1",
  words: "side_by_side",
  sources: [2, 2],
  mostMetrics: 20,
  reasons: "required",
  sourceName: (t, at) => t(at === 0 ? "texts.first" : "texts.second"),
  Results: deferred(async () => (await import("./compared-sections")).ComparedSections),
  scores: (t, sources) => levelNames(t, sources).map((label, level) => ({ value: level - 2, label })),
  CaseAnswers: ComparedScores,
};

function ComparedScores(props: CaseProps) {
  const sources = props.item.stimuli.map(({ title }) => title);
  return (
    <CaseScores
      {...props}
      scoreOf={(score, t) => {
        const level = score + 2;
        return {
          text: score === 0 ? t("level.same") : `${sources[level < 2 ? 0 : 1] ?? ""}\u00a0${SIGNS[level] ?? ""}`,
          title: levelNames(t, sources)[level],
        };
      }}
    />
  );
}
