import type { DescriptionAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";
import { checkDescription } from "./checks";

export const descriptionKind: KindUi<DescriptionAnswer> = {
  name: "description.v1",
  Workbench: deferred(async () => (await import("./description-workbench")).DescriptionWorkbench),
  empty: () => ({ text: "" }),
  isEmpty: (answer) => answer.text.trim() === "",
  isSame: (a, b) => a.text === b.text,
  check: checkDescription,
  keyOf: () => "text",
  valueAt: (answer) => answer.text,
  toText: (answer) => answer.text,
};
