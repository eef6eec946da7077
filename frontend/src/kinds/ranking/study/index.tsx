import { deferred } from "@/lib/deferred";
import type { StudyUi } from "../../study-ui";
import type { RankingResults } from "../types";
import { CaseOrders } from "./case-orders";
import { RankingFields } from "./ranking-fields";

export const rankingStudy: StudyUi<RankingResults> = {
  name: "ranking.v1",
  words: "ranking",
  sources: [2, 20],
  mostMetrics: 0,
  takesImages: true,
  reasons: "optional",
  settings: {
    usual: (t, showsImages) => ({
      question: t(showsImages ? "ranked.usual_image_question" : "ranked.usual_question"),
      help: "",
      ties: true,
    }),
    Fields: RankingFields,
    inWords: (t, { question, ties }) => [String(question), t(ties === false ? "ranked.no_ties" : "ranked.with_ties")],
  },
  sourceName: (t, at) => t("texts.nth", { number: at + 1 }),
  Results: deferred(async () => (await import("./ranked-sections")).RankedSections),
  scores: () => [],
  CaseAnswers: CaseOrders,
};
