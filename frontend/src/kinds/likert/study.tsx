import type { RatedResults } from "@/api/studies";
import { deferred } from "@/lib/deferred";
import { CaseScores } from "../rating/case-scores";
import type { CaseProps, StudyUi } from "../study-ui";

const LEVELS = [1, 2, 3, 4, 5];

export const likertStudy: StudyUi<RatedResults> = {
  name: "likert.v1",
  words: "likert",
  sources: [1, 5],
  mostMetrics: 20,
  reasons: "optional",
  sourceName: (t, at) => t("texts.nth", { number: at + 1 }),
  Results: deferred(async () => (await import("./rated-sections")).RatedSections),
  scores: () => LEVELS.map((value) => ({ value, label: String(value) })),
  CaseAnswers: RatedScores,
};

function RatedScores(props: CaseProps) {
  return <CaseScores {...props} scoreOf={(score) => ({ text: String(score) })} />;
}
