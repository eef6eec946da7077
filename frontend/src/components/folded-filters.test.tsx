import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { FoldedFilters } from "./folded-filters";

const show = (count: number) =>
  renderWithProviders(
    <FoldedFilters count={count} always={<button>Waiting</button>}>
      <input aria-label="Words" />
    </FoldedFilters>,
  );

const folded = () => screen.getByLabelText("Words").parentElement;

test("one button tells how many filters are set, and unfolds them", async () => {
  show(2);
  const button = screen.getByRole("button", { name: "Filters (2)" });
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(button).toHaveAttribute("aria-controls", folded()?.id);
  expect(folded()).not.toHaveAttribute("data-open");
  await userEvent.click(button);
  expect(button).toHaveAttribute("aria-expanded", "true");
  expect(folded()).toHaveAttribute("data-open", "true");
});

test("where none is set it tells no number", () => {
  show(0);
  expect(screen.getByRole("button", { name: "Filters" })).toBeInTheDocument();
});

test("they are folded on narrow screens alone", () => {
  const [wide, narrow] = readFileSync("src/components/folded-filters.module.css", "utf8").split(
    "@media (width < 48em)",
  );
  expect(wide).not.toMatch(/display: none/);
  expect(narrow).toMatch(/\.folded:not\(\[data-open\]\) \{\s+display: none;/);
});
