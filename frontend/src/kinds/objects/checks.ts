import type { FieldProblem } from "@/api/errors";
import type { Assignment, ObjectAnswer, ObjectsAnswer, SettingsByKind } from "@/api/types";
import { area, isInside, type Size } from "@/canvas/geometry";
import type { WorkbenchTranslate } from "../kind";

export const MAX_LABEL = 200;

export type ObjectsSettings = SettingsByKind["objects.v1"];

/** The server's rules, said before the answer travels. The server has the last word. */
export function checkObjects(
  answer: ObjectsAnswer,
  assignment: Assignment<ObjectsAnswer, ObjectsSettings>,
  t: WorkbenchTranslate,
): FieldProblem[] {
  const { settings } = assignment.stage;
  const problems = checkCount(answer.objects.length, settings, t);
  answer.objects.forEach((item, index) => {
    problems.push(...checkObject(item, `objects[${String(index)}]`, assignment.image, settings, t));
  });
  return problems;
}

function checkCount(count: number, settings: ObjectsSettings, t: WorkbenchTranslate): FieldProblem[] {
  const { min_objects: min, max_objects: max } = settings;
  if (count < min) {
    return [problem("too_few_objects", "objects", t("problems.too_few_objects", { count: min }))];
  }
  if (count > max) {
    return [problem("too_many_objects", "objects", t("problems.too_many_objects", { count: max }))];
  }
  return [];
}

function checkObject(
  item: ObjectAnswer,
  path: string,
  image: Size,
  settings: ObjectsSettings,
  t: WorkbenchTranslate,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const add = (field: string, code: string, message: string) =>
    problems.push(problem(code, `${path}.${field}`, message));
  if (!item.label.trim()) add("label", "label_empty", t("problems.label_empty"));
  else if (item.label.trim().length > MAX_LABEL) {
    add("label", "label_too_long", t("problems.label_too_long", { count: MAX_LABEL }));
  }
  if (area(item.box) <= 0) add("box", "box_without_size", t("problems.box_without_size"));
  else if (!isInside(item.box, image)) add("box", "box_outside_image", t("problems.box_outside_image"));
  const length = item.description.trim().length;
  if (settings.description_required && length === 0) {
    add("description", "description_missing", t("problems.description_missing"));
  } else if (length > settings.max_description_characters) {
    const over = { count: length - settings.max_description_characters, max: settings.max_description_characters };
    add("description", "description_too_long", t("problems.description_too_long", over));
  }
  return problems;
}

function problem(code: string, path: string, message: string): FieldProblem {
  return { path, code, message };
}

/** `objects[2].label` becomes `<id>.label`, which stays true when the order changes. */
export function keyOf(answer: ObjectsAnswer, path: string): string {
  const match = /^objects\[(\d+)\](?:\.([a-z_]+))?/.exec(path);
  const item = match ? answer.objects[Number(match[1])] : undefined;
  return item ? `${item.id}.${match?.[2] ?? "label"}` : "objects";
}

export function valueAt(answer: ObjectsAnswer, key: string): unknown {
  if (key === "objects") return answer.objects.length;
  const [id, field] = splitKey(key);
  const item = answer.objects.find((candidate) => candidate.id === id);
  return item?.[field as keyof ObjectAnswer];
}

export function splitKey(key: string): [id: string, field: string] {
  const dot = key.lastIndexOf(".");
  return dot < 0 ? [key, ""] : [key.slice(0, dot), key.slice(dot + 1)];
}
