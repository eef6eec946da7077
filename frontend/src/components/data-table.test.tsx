import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { DataTable, type Column } from "./data-table";

const columns: Column<{ name: string; share: string }>[] = [
  { key: "name", header: "Name", label: "", render: ({ name }) => name },
  { key: "share", header: "Share", render: ({ share }) => share },
];
const rows = [
  { name: "Ada", share: "–" },
  { name: "Ben", share: "40%" },
];

afterEach(() => vi.unstubAllGlobals());

function cells() {
  return screen.getAllByRole("cell").map((cell) => cell.textContent);
}

test("a wide table keeps the place of what there is not", () => {
  renderWithProviders(<DataTable name="People" columns={columns} rows={rows} rowKey={({ name }) => name} />);
  expect(cells()).toEqual(["Ada", "–", "Ben", "40%"]);
});

test("a card has no line for what there is not", () => {
  const real = window.matchMedia;
  vi.stubGlobal("matchMedia", (query: string) => ({ ...real(query), matches: query.includes("max-width") }));
  renderWithProviders(<DataTable name="People" columns={columns} rows={rows} rowKey={({ name }) => name} />);
  expect(cells()).toEqual(["Ada", "Ben", "40%"]);
});
