import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { WordDiff } from "./word-diff";

test("inserted and deleted words are marked as such, the rest stays plain", async () => {
  const { container } = renderWithProviders(
    <main>
      <WordDiff before="A red car stands." after="A dark red car waits." />
    </main>,
  );
  expect([...container.querySelectorAll("ins")].map((node) => node.textContent)).toEqual([
    "added: dark  (end) ",
    "added: waits (end) ",
  ]);
  expect(container.querySelectorAll("del")).toHaveLength(1);
  expect(screen.getByText("2 words added · 1 word removed")).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

test("equal texts say that nothing changed", () => {
  renderWithProviders(<WordDiff before="Same." after="Same." />);
  expect(screen.getByText("No change.")).toBeVisible();
});
