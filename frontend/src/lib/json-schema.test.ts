import { describe, expect, test } from "vitest";
import { fieldsOf, sameValues, sentValues, startValues } from "./json-schema";

const schema = {
  $defs: { Detail: { enum: ["low", "high"], title: "Detail", type: "string" } },
  properties: {
    address: { type: "string", title: "Address", description: "Where the server is." },
    temperature: { type: "number", title: "Temperature", minimum: 0, maximum: 2, default: 0.2 },
    margin: { type: "number", title: "Margin", format: "share", minimum: 0, maximum: 1, default: 0.1 },
    retries: { type: "integer", title: "Retries", exclusiveMinimum: 0, default: 3 },
    prompt: { type: "string", title: "Prompt", format: "textarea", default: "Describe {label}." },
    detail: { $ref: "#/$defs/Detail", title: "Detail of images", default: "low" },
    seed: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], title: "Seed", default: null },
    structured: { type: "boolean", title: "Structured", default: true },
    stop: { type: "array", items: { type: "string" }, default: [] },
    extra: { type: "object", default: {} },
  },
  required: ["address"],
};
const fields = fieldsOf(schema);
const field = (name: string) => fields.find((field) => field.name === name);

describe("a schema becomes a form", () => {
  test("each type has its kind of input, in the order of the schema", () =>
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ["address", "text"],
      ["temperature", "number"],
      ["margin", "share"],
      ["retries", "integer"],
      ["prompt", "textarea"],
      ["detail", "choice"],
      ["seed", "integer"],
      ["structured", "boolean"],
      ["stop", "lines"],
      ["extra", "json"],
    ]));

  test("a choice that is defined elsewhere keeps the title it has here", () =>
    expect(field("detail")).toMatchObject({ title: "Detail of images", choices: ["low", "high"], default: "low" }));

  test("bounds are known, and inside of “or nothing” too", () => {
    expect(field("temperature")).toMatchObject({ min: 0, max: 2 });
    expect(field("seed")).toMatchObject({ min: 1, nullable: true, required: false });
  });

  test("what is not named gets its name in plain words", () =>
    expect(fieldsOf({ properties: { max_tokens: { type: "integer" } } })[0]?.title).toBe("max tokens"));

  test("no schema, no fields", () => expect(fieldsOf(null)).toEqual([]));
});

describe("what is sent", () => {
  const start = startValues(fields, { address: "http://models.example/v1" });

  test("defaults fill what was never set", () =>
    expect(sentValues(fields, start)).toMatchObject({
      address: "http://models.example/v1",
      temperature: 0.2,
      seed: null,
    }));

  test("an emptied number goes back to its default, an emptied text stays empty", () =>
    expect(sentValues(fields, { ...start, retries: "", prompt: "" })).toMatchObject({ retries: 3, prompt: "" }));

  test("nothing is sent for a required input left empty, so that the server names it", () =>
    expect(sentValues(fields, { ...start, address: "" })).not.toHaveProperty("address"));

  test("values are compared by what they say, not by their order", () => {
    expect(sameValues({ a: [1], b: null }, { a: [1] })).toBe(true);
    expect(sameValues({ a: [1] }, { a: [2] })).toBe(false);
  });
});
