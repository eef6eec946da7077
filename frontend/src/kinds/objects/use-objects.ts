import type { ObjectAnswer } from "@/api/types";
import { useBoxEditor, type BoxEditor, type ItemOperations } from "../boxes/use-box-editor";
import type { FocusWish as Wish } from "../boxes/use-boxes";
import { merge, newObject, split, twinOf } from "./model";

export type Field = "label" | "description";
export type FocusWish = Wish<Field>;
export type ObjectsEditor = BoxEditor<ObjectAnswer, Field>;

const FIELDS = ["label", "description"] as const;
const OPERATIONS: ItemOperations<ObjectAnswer> = { make: newObject, merge, split, twinOf };

export function useObjects(options: Parameters<typeof useBoxEditor<ObjectAnswer, Field>>[0]): ObjectsEditor {
  return useBoxEditor(options, FIELDS, OPERATIONS);
}
