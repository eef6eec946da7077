import { isApiError } from "@/api/errors";

/** The server's field problems, keyed as a form keys its inputs. Unknown paths stay in the notice. */
export function fieldErrors(error: unknown, names: readonly string[]): Record<string, string> {
  if (!isApiError(error)) return {};
  const known = error.fields.filter((field) => names.includes(field.path));
  return Object.fromEntries(known.map((field) => [field.path, field.message]));
}

/** Whether every problem could be shown beside its input. */
export function allFieldsShown(error: unknown, names: readonly string[]): boolean {
  return isApiError(error) && error.fields.length > 0 && error.fields.every((field) => names.includes(field.path));
}
