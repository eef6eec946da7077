import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { DataTable } from "./data-table";

const open = () =>
  renderWithProviders(
    <DataTable
      name="Rounds"
      columns={[{ key: "n", header: "Number", render: (row: number) => row }]}
      rows={[1]}
      rowKey={(row) => row}
    />,
  );

/** What is laid out is as wide as `content` in a frame of 390 px. */
function laidOut(content: number) {
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(content);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(390);
}

afterEach(() => vi.restoreAllMocks());

test("a table that is wider than its place is a region that one comes to by key, with a shade where it goes on", () => {
  laidOut(700);
  open();
  const region = screen.getByRole("region", { name: "Rounds: table, scrolls sideways" });
  expect(region).toHaveAttribute("tabindex", "0");
  expect(region.parentElement).toHaveAttribute("data-after");
  expect(region.parentElement).not.toHaveAttribute("data-before");
});

test("a table that fits is no stop on the way by key", () => {
  laidOut(390);
  open();
  expect(screen.getByRole("table", { name: "Rounds" })).toBeInTheDocument();
  expect(screen.queryByRole("region")).toBeNull();
});
