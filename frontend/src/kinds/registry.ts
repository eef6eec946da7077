import { captionKind } from "./caption/kind";
import { descriptionKind } from "./description/kind";
import { anyKind, type KindUi } from "./kind";
import { likertKind } from "./likert/kind";
import { objectsKind } from "./objects/kind";
import { ocrKind } from "./ocr/kind";
import { sideBySideKind } from "./side-by-side/kind";
import { voteKind } from "./vote/kind";

/** Every kind this client can show, by the name the backend gives it. */
const KINDS: readonly KindUi[] = [
  anyKind(objectsKind),
  anyKind(descriptionKind),
  anyKind(captionKind),
  anyKind(voteKind),
  anyKind(ocrKind),
  anyKind(sideBySideKind),
  anyKind(likertKind),
];

export function kindNamed(name: string): KindUi | undefined {
  return KINDS.find((kind) => kind.name === name);
}
