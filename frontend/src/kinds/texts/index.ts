import type { KindAnswer, TextsAnswer } from "@/api/types";
import type { KindDefinition } from "../kind";
import { TextsView } from "./view";

/** Texts that are brought in to be judged: nobody is asked for them, so there is no editor. */
export const textsKind = { View: TextsView } satisfies KindDefinition<TextsAnswer>;

export type Picture = TextsAnswer["images"][number];

/** The images that are judged, where it is images. */
export function picturesIn(judged: KindAnswer | null): readonly Picture[] {
  // Earlier answers have none of this name.
  return judged?.kind === "texts.v1" ? ((judged.answer as Partial<TextsAnswer>).images ?? []) : [];
}

/** What is judged, where it is such texts. */
export function textsIn(judged: KindAnswer | null): readonly string[] | null {
  return judged?.kind === "texts.v1" ? (judged.answer as TextsAnswer).texts : null;
}
