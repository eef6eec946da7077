import type { DescriptionAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { TextDifference } from "../text/text-difference";
import { checkDescription } from "./checks";
import { DescriptionView } from "./view";

export const descriptionKind = {
  View: DescriptionView,
  Difference: TextDifference,
  excerpt: ({ text }) => text,
  textParts: ({ text }) => [{ path: "text", text }],
  editor: {
    Workbench: deferred(async () => (await import("./description-workbench")).DescriptionWorkbench),
    empty: () => ({ text: "" }),
    isEmpty: (answer) => answer.text.trim() === "",
    isSame: (a, b) => a.text === b.text,
    check: checkDescription,
    keyOf: () => "text",
    valueAt: (answer) => answer.text,
    places: ["text", "objects"],
    toText: (answer) => answer.text,
  },
} satisfies KindDefinition<DescriptionAnswer, SettingsByKind["description.v1"]>;
