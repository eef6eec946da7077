import type { ObjectsAnswer } from "@/api/types";
import type { KindUi } from "../kind";
import { checkObjects, keyOf, valueAt } from "./checks";
import { sameObjects } from "./model";
import { ObjectsWorkbench } from "./objects-workbench";
import { ObjectsView } from "./read-only";

export const objectsKind: KindUi<ObjectsAnswer> = {
  name: "objects.v1",
  Workbench: ObjectsWorkbench,
  ReadOnly: ObjectsView,
  empty: () => ({ objects: [] }),
  isEmpty: (answer) => answer.objects.length === 0,
  isSame: (a, b) => sameObjects(a.objects, b.objects),
  check: checkObjects,
  keyOf,
  valueAt,
  toText: (answer) =>
    answer.objects.map((item) => `${item.label}: ${item.description}`.trim()).join("\n\n"),
};
