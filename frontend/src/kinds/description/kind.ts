import type { DescriptionAnswer } from "@/api/types";
import type { KindUi } from "../kind";
import { checkDescription } from "./checks";
import { DescriptionWorkbench } from "./description-workbench";
import { DescriptionView } from "./read-only";

export const descriptionKind: KindUi<DescriptionAnswer> = {
  name: "description.v1",
  Workbench: DescriptionWorkbench,
  ReadOnly: DescriptionView,
  empty: () => ({ text: "" }),
  isEmpty: (answer) => answer.text.trim() === "",
  isSame: (a, b) => a.text === b.text,
  check: checkDescription,
  keyOf: () => "text",
  valueAt: (answer) => answer.text,
  toText: (answer) => answer.text,
};
