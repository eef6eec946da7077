import type { KindAnswer, TextsAnswer } from "@/api/types";
import type { KindDefinition } from "../kind";
import { TextsView } from "./view";

/** Texts that are brought in to be judged: nobody is asked for them, so there is no editor. */
export const textsKind = { View: TextsView } satisfies KindDefinition<TextsAnswer>;

/** What is judged, where it is such texts. */
export function textsIn(judged: KindAnswer | null): readonly string[] | null {
  return judged?.kind === "texts.v1" ? (judged.answer as TextsAnswer).texts : null;
}
