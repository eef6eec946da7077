import type { StageGold } from "@/api/quality";
import { ada, mei } from "./world";

/** The gold of an invented project that has too little of it. */
export const goldShares: { stages: StageGold[] } = {
  stages: [
    {
      stage: { key: "validation", title: "Validation", title_code: null, kind: "vote.v1" },
      rate: 0.3,
      met_again: false,
      in_hits: true,
      items: 8,
      images: 8,
      places: 95,
      promised: 28.5,
      given: 16,
      short: [{ reason: "met", times: 6, people: 2 }],
      people: [
        { annotator: ada, places: 55, promised: 16.5, given: 8, reasons: ["met"] },
        { annotator: mei, places: 40, promised: 12, given: 8, reasons: ["met"] },
      ],
    },
  ],
};
