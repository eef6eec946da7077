import type { NewSampleAct } from "@/api/types";
import { recall, remember } from "./page-memory";

/** Samples by their numbers, or all that match some filters, with how many those were. */
export type ChosenSamples = Pick<NewSampleAct, "samples"> | Pick<NewSampleAct, "matching" | "expected">;

/** The samples a study is to be of, with how many they are. */
export interface StudyOf {
  samples: ChosenSamples;
  count: number;
}

/** Where the form of a new study keeps what was filled in. */
export const newStudyPlace = (projectId: number) => `new-study:${String(projectId)}`;

/** Lets the form of a new study begin with chosen samples; what else was filled in stays. */
export function beginStudyOf(projectId: number, only: StudyOf): void {
  let kept: unknown = null;
  try {
    kept = JSON.parse(recall(newStudyPlace(projectId), "tab") ?? "null");
  } catch {
    // What is kept there is no draft.
  }
  const before = typeof kept === "object" && kept !== null ? kept : {};
  remember(newStudyPlace(projectId), JSON.stringify({ ...before, only }), "tab");
}
