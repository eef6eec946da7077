/** Reads the part of JSON Schema that describes settings, as a list of fields for a form. */

interface Schema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  format?: string;
  essential?: boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  required?: string[];
}

export type FieldKind = "text" | "textarea" | "number" | "share" | "integer" | "boolean" | "choice" | "lines" | "json";

export interface SchemaField {
  name: string;
  title: string;
  help: string;
  kind: FieldKind;
  required: boolean;
  /** What a form asks for at once: what must be filled in, and what says which model it is. */
  essential: boolean;
  /** Whether "nothing" is a value of its own. */
  nullable: boolean;
  default: unknown;
  choices: string[];
  min: number | undefined;
  max: number | undefined;
  maxLength: number | undefined;
}

export function fieldsOf(raw: Record<string, unknown> | null | undefined): SchemaField[] {
  const schema = (raw ?? {}) as Schema;
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { schema: own, nullable } = plain(property, schema.$defs ?? {});
    const required = schema.required?.includes(name) ?? false;
    return {
      name,
      title: own.title ?? name.replaceAll("_", " "),
      help: own.description ?? "",
      kind: kindOf(own),
      required,
      essential: required || own.essential === true,
      nullable,
      default: own.default ?? null,
      choices: (own.enum ?? (own.const === undefined ? [] : [own.const])).map(String),
      min: own.minimum ?? own.exclusiveMinimum,
      max: own.maximum ?? own.exclusiveMaximum,
      maxLength: own.maxLength,
    };
  });
}

/** Follows a reference and takes "or null" apart; what stands beside them wins. */
function plain(schema: Schema, defs: Record<string, Schema>): { schema: Schema; nullable: boolean } {
  const { anyOf, allOf, $ref, ...beside } = schema;
  const options = anyOf?.filter((option) => option.type !== "null") ?? [];
  const target = $ref
    ? defs[$ref.split("/").at(-1) ?? ""]
    : (allOf?.[0] ?? (options.length === 1 ? options[0] : undefined));
  const nullable = anyOf !== undefined && options.length < anyOf.length;
  if (!target) return { schema: beside, nullable };
  const inner = plain(target, defs);
  return { schema: { ...inner.schema, ...beside }, nullable: nullable || inner.nullable };
}

function kindOf({ type, format, enum: choices, const: only, items }: Schema): FieldKind {
  if (choices !== undefined || only !== undefined) return "choice";
  // Asked for and shown in percent.
  if (type === "number" && format === "share") return "share";
  if (type === "boolean" || type === "number" || type === "integer") return type;
  if (type === "array" && items?.type === "string") return "lines";
  if (type === "array" || type === "object" || type === undefined) return "json";
  return format === "textarea" ? "textarea" : "text";
}

export type Values = Record<string, unknown>;

/** What a form begins with: the stored values, and the defaults of those that are missing. */
export function startValues(fields: readonly SchemaField[], stored: Values = {}): Values {
  return Object.fromEntries(fields.map((field) => [field.name, stored[field.name] ?? field.default]));
}

const isEmpty = (value: unknown) => value === "" || value === null || value === undefined;

/**
 * What is sent: an input left empty means "nothing" where that is a value, else its default; one
 * that is required and empty is left out, so that the server says that it is missing.
 */
export function sentValues(fields: readonly SchemaField[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = values[field.name];
      if (!isEmpty(value)) return [[field.name, value]];
      if (field.nullable) return [[field.name, null]];
      if (field.required) return [];
      return [
        [field.name, field.kind === "text" || field.kind === "textarea" ? (value ?? field.default) : field.default],
      ];
    }),
  );
}

export function sameValues(a: Values, b: Values): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null));
}
