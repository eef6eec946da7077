import type { ComparedResults } from "@/api/studies";
import { deferred } from "@/lib/deferred";
import { CaseScores } from "../../rating/case-scores";
import type { CaseProps, StudyUi } from "../../study-ui";
import { levelNames } from "./levels";

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
  return <CaseScores {...props} scoreOf={(score, t) => ({ text: levelNames(t, sources)[score + 2] ?? "–" })} />;
}
