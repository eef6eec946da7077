import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { AnswerView } from "../answer-view";
import { compareTexts } from "./parts";

it("tells what each of two texts has for itself, word by word", () => {
  const compared = compareTexts("A red mat.", "A blue, worn mat.");
  expect(compared.left.filter(({ isOwn }) => isOwn).map(({ text }) => text.trim())).toEqual(["red"]);
  expect([compared.leftOnly, compared.rightOnly]).toEqual([1, 2]);
  expect(compared.left.map(({ text }) => text).join("")).toBe("A red mat.");
  expect(compared.right.map(({ text }) => text).join("")).toBe("A blue, worn mat.");
});

it("finds nothing of its own in a text that is the same", () =>
  expect(compareTexts("A mat.", "A mat.")).toMatchObject({ leftOnly: 0, rightOnly: 0 }));

it("shows what was judged as left and right, with the differences when wanted", async () => {
  renderWithProviders(<AnswerView kind="texts.v1" answer={{ texts: ["A red mat.", "A blue mat."], images: [] }} />);
  const right = screen.getByRole("region", { name: "Right text" });
  expect(within(right).getByText("A blue mat.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Mark differences" }));
  expect(within(right).getByText(/blue/, { selector: "mark" })).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

it("shows a single text without sides", () => {
  renderWithProviders(<AnswerView kind="texts.v1" answer={{ texts: ["A mat."], images: [] }} />);
  expect(screen.getByRole("region", { name: "Text" })).toBeInTheDocument();
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows more than two texts under letters, without differences", () => {
  renderWithProviders(
    <AnswerView kind="texts.v1" answer={{ texts: ["A mat.", "A red mat.", "A rug."], images: [] }} />,
  );
  expect(screen.getAllByRole("region").map((text) => text.getAttribute("aria-label"))).toEqual([
    "Text A",
    "Text B",
    "Text C",
  ]);
  expect(screen.queryByRole("button")).toBeNull();
});
