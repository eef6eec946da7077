import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderWithProviders } from "@/testing/render";
import { LineChart } from "./line-chart";

const loss = {
  name: "Loss",
  points: [
    { x: 10, y: 2.4 },
    { x: 20, y: 1.9 },
    { x: 30, y: 1.6125 },
  ],
};
const heldOut = { name: "Held out", points: [{ x: 20, y: 2.1 }] };

test("a chart tells in words what it draws", () => {
  renderWithProviders(<LineChart title="Loss by step" xName="Step" series={[loss, heldOut]} />);
  const drawing = screen.getByRole("img", { name: "Loss by step" });
  expect(drawing).toHaveAccessibleDescription(/^Loss: from/);
  expect(drawing).toHaveTextContent("Loss: from 2.400 to 1.613, between 1.613 and 2.400.");
  expect(drawing.querySelectorAll("polyline")).toHaveLength(1);
  // One point is no line.
  expect(drawing.querySelectorAll("circle")).toHaveLength(1);
});

test("the same numbers are there as a table, with a gap where there is none", async () => {
  renderWithProviders(<LineChart title="Loss by step" xName="Step" series={[loss, heldOut]} />);
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  const table = screen.getByRole("table", { name: "Loss by step" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Step", "Loss", "Held out"]);
  expect(
    within(table)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["10", "2.4000", "–", "20", "1.9000", "2.1000", "30", "1.6125", "–"]);
});

test("a long curve keeps its last point in the table", async () => {
  const points = Array.from({ length: 1001 }, (_, x) => ({ x, y: 1 / (x + 1) }));
  renderWithProviders(<LineChart title="Loss" xName="Step" series={[{ name: "Loss", points }]} />);
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  const rows = within(screen.getByRole("table")).getAllByRole("row");
  expect(rows.length).toBeLessThanOrEqual(202);
  expect(rows.at(-1)).toHaveTextContent("1,000");
});

test("without a point it says so", () => {
  renderWithProviders(<LineChart title="Loss" xName="Step" series={[{ name: "Loss", points: [] }]} />);
  expect(screen.getByText("No figures yet.")).toBeInTheDocument();
});

test("what is read lies over the name of the axis, and no room is kept for it", async () => {
  renderWithProviders(<LineChart title="Loss by step" xName="Step" series={[loss]} />);
  expect(screen.getByText("Step")).toBeInTheDocument();
  expect(screen.queryByText("Step 10 · Loss 2.4000")).not.toBeInTheDocument();
  screen.getByRole("slider").focus();
  const readout = await screen.findByText("Step 10 · Loss 2.4000");
  expect(readout).toHaveAttribute("aria-hidden", "true");
  expect(screen.getByText("Step")).toBeInTheDocument();
  const rule = /\.readout \{[^}]*\}/.exec(readFileSync("src/components/charts/charts.module.css", "utf8"))?.[0];
  expect(rule).toContain("position: absolute");
  expect(rule).toContain("pointer-events: none");
});
