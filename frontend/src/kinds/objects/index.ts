import type { ObjectsAnswer, SettingsByKind } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindDefinition } from "../kind";
import { checkObjects, keyOf, valueAt } from "./checks";
import { ObjectsDifference } from "./difference";
import { unreadObjects } from "./looks";
import { sameObjects } from "./model";
import { ObjectCards } from "./object-cards";
import { ObjectsView } from "./view";

export const objectsKind = {
  View: ObjectsView,
  Difference: ObjectsDifference,
  excerpt: ({ objects }) => objects.map(({ label }) => label).join(", "),
  textParts: ({ objects }) =>
    objects.map(({ description }, index) => ({ path: `objects[${String(index)}].description`, text: description })),
  boxes: ({ objects }) => objects,
  BoxList: ObjectCards,
  editor: {
    Workbench: deferred(async () => (await import("./objects-workbench")).ObjectsWorkbench),
    empty: () => ({ objects: [] }),
    isEmpty: (answer) => answer.objects.length === 0,
    isSame: (a, b) => sameObjects(a.objects, b.objects),
    check: checkObjects,
    keyOf,
    valueAt,
    unread: unreadObjects,
    places: ["objects"],
    toText: (answer) => answer.objects.map((item) => `${item.label}: ${item.description}`.trim()).join("\n\n"),
  },
} satisfies KindDefinition<ObjectsAnswer, SettingsByKind["objects.v1"]>;
