import type { ObjectsAnswer } from "@/api/types";
import { deferred } from "@/lib/deferred";
import type { KindUi } from "../kind";
import { checkObjects, keyOf, valueAt } from "./checks";
import { sameObjects } from "./model";

export const objectsKind: KindUi<ObjectsAnswer> = {
  name: "objects.v1",
  Workbench: deferred(async () => (await import("./objects-workbench")).ObjectsWorkbench),
  empty: () => ({ objects: [] }),
  isEmpty: (answer) => answer.objects.length === 0,
  isSame: (a, b) => sameObjects(a.objects, b.objects),
  check: checkObjects,
  keyOf,
  valueAt,
  toText: (answer) => answer.objects.map((item) => `${item.label}: ${item.description}`.trim()).join("\n\n"),
};
