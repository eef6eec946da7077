import type { AnswersByKind, SettingsByKind } from "@/api/types";
import { captionKind } from "./caption";
import { descriptionKind } from "./description";
import type { KindDefinition } from "./kind";
import { likertKind } from "./likert";
import { objectsKind } from "./objects";
import { ocrKind } from "./ocr";
import { rankingKind } from "./ranking";
import { sideBySideKind } from "./side-by-side";
import { textsKind } from "./texts";
import { unknownKind } from "./unknown-kind";
import { voteKind } from "./vote";

/** By the versioned names of the server; its types refuse a table that lacks one of them. */
const KINDS: { readonly [Name in keyof AnswersByKind]: KindDefinition<AnswersByKind[Name], SettingsByKind[Name]> } = {
  "objects.v1": objectsKind,
  "description.v1": descriptionKind,
  "caption.v1": captionKind,
  "vote.v1": voteKind,
  "ocr.v1": ocrKind,
  "texts.v1": textsKind,
  "side_by_side.v1": sideBySideKind,
  "likert.v1": likertKind,
  "ranking.v1": rankingKind,
};

// What narrows an answer is the name beside it, which the types cannot follow from here on.
const byName = new Map(Object.entries(KINDS) as unknown as [string, KindDefinition][]);

/** An unknown kind has a view alone, which says so: the server is newer than this page. */
export function kindNamed(name: string): KindDefinition {
  const definition = byName.get(name) ?? unknownKind(name);
  // Once made it stays the same, or each drawing would begin its view anew.
  byName.set(name, definition);
  return definition;
}
