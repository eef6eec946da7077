import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { TextPair } from "./text-pair";

const TEXTS = ["A red cup on a table.", "A red cup on a wooden table today."];

it("counts the words that only one side has", () => {
  renderWithProviders(<TextPair texts={TEXTS} hasDifferences />);
  expect(screen.getByRole("status")).toHaveTextContent("0 words only on the left · 2 words only on the right");
});

it("calls texts that have names by them, as they may stand one above the other", () => {
  renderWithProviders(<TextPair texts={TEXTS} titles={["Starting text", "My text"]} hasDifferences />);
  expect(screen.getByRole("status")).toHaveTextContent("Starting text: 0 words only here · My text: 2 words only here");
});
