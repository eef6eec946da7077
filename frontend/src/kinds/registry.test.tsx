import { screen } from "@testing-library/react";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Answer } from "@/api/types";
import { renderWithProviders } from "@/testing/render";
import { AnswerDifference, AnswerView } from "./answer-view";
import { kindNamed } from "./registry";

const isProduct = (path: string) =>
  /\.tsx?$/.test(path) && !/^(kinds|testing)\//.test(path) && !/\.test\.tsx?$/.test(path) && path !== "api/schema.d.ts";

test("no kind is named outside of the kinds", () => {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(isProduct);
  const naming = paths.filter((path) => /["'`][a-z_]+\.v\d+["'`]/.test(readFileSync(`src/${path}`, "utf8")));
  expect(naming).toEqual([]);
});

test("a kind that is not known says so, with the answer as it came", () => {
  const answer = { steps: 3 } as unknown as Answer;
  renderWithProviders(
    <>
      <AnswerView kind="dance.v1" answer={answer} />
      <AnswerDifference kind="dance.v1" before={answer} after={answer} />
    </>,
  );
  expect(screen.getAllByText(/does not know tasks of the kind dance\.v1/)).toHaveLength(2);
  expect(screen.getAllByText(/"steps": 3/)).toHaveLength(2);
  expect(kindNamed("dance.v1")).toBe(kindNamed("dance.v1"));
});

test("no property of every object passes for a kind", () => {
  expect(kindNamed("constructor").editor).toBeUndefined();
});
