import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { BandChart } from "./band-chart";
import { BarChart } from "./bar-chart";
import { LineChart } from "./line-chart";
import { between, closer, wider } from "./zoom";

test("closer is half of it around a point, never beyond what is shown and never fewer than two", () => {
  expect(closer({ first: 0, last: 9 }, 4)).toEqual({ first: 2, last: 6 });
  expect(closer({ first: 0, last: 9 }, 9)).toEqual({ first: 5, last: 9 });
  expect(closer({ first: 3, last: 4 }, 3)).toEqual({ first: 3, last: 4 });
});

test("wider is twice as much, until it is all", () => {
  expect(wider({ first: 2, last: 4 }, 3, 20)).toEqual({ first: 0, last: 5 });
  expect(wider({ first: 2, last: 6 }, 4, 10)).toBeNull();
});

test("a part has two points or more, drawn in either direction", () => {
  expect(between(7, 3)).toEqual({ first: 3, last: 7 });
  expect(between(3, 3)).toBeNull();
});

const days = Array.from({ length: 10 }, (_, place) => ({ name: `Day ${String(place + 1)}`, value: place * place }));
const bars = () =>
  renderWithProviders(<BarChart title="Submissions" xName="Day" yName="Submissions" bars={days} isOverTime />);
const slider = () => screen.getByRole("slider");
const shown = () => Number(slider().getAttribute("aria-valuemax"));
const status = () => screen.getByRole("status");

test("keys come closer around what is read, go back and show all, and say which part it is", async () => {
  bars();
  await userEvent.tab({ shift: false });
  slider().focus();
  await userEvent.keyboard("{End}+");
  expect(shown()).toBe(5);
  expect(slider()).toHaveAttribute("aria-valuetext", "Day 10: 81");
  expect(status()).toHaveTextContent("From Day 6 to Day 10: 5 of 10");
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard("-");
  expect(shown()).toBe(10);
  expect(slider()).toHaveAttribute("aria-valuetext", "Day 10: 81");
  await userEvent.keyboard("++0");
  expect(shown()).toBe(10);
  expect(status()).toBeEmptyDOMElement();
});

test("a part chosen with Shift and arrows is shown by Enter; Escape lets go of it", async () => {
  bars();
  slider().focus();
  await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
  expect(slider()).toHaveAttribute("aria-valuetext", "Day 4: 9. 3 chosen, Enter shows them.");
  await userEvent.keyboard("{Escape}{Enter}");
  expect(shown()).toBe(10);
  await userEvent.keyboard("{Home}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}");
  expect(status()).toHaveTextContent("From Day 2 to Day 4: 3 of 10");
});

test("a part that a pointer draws over is shown; a click reads and nothing else", () => {
  bars();
  fireEvent.pointerDown(slider(), { clientX: 60, clientY: 50, button: 0 });
  fireEvent.pointerUp(slider(), { clientX: 62, clientY: 50 });
  expect(shown()).toBe(10);
  fireEvent.pointerDown(slider(), { clientX: 60, clientY: 50, button: 0 });
  fireEvent.pointerMove(slider(), { clientX: 250, clientY: 50 });
  fireEvent.pointerUp(slider(), { clientX: 250, clientY: 50 });
  expect(status()).toHaveTextContent("From Day 1 to Day 4: 4 of 10");
});

test("buttons do it too, and the way back stands beside the words; the table keeps all", async () => {
  bars();
  await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  expect(shown()).toBe(5);
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(shown()).toBe(10);
  expect(screen.getByRole("button", { name: "Zoom out" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Zoom in" }));
  await userEvent.click(screen.getByRole("button", { name: "Show as table" }));
  expect(within(screen.getByRole("table")).getAllByRole("row")).toHaveLength(11);
});

test("a line is drawn over the part with an axis of its own", async () => {
  const points = Array.from({ length: 12 }, (_, x) => ({ x, y: x === 11 ? 1000 : x }));
  renderWithProviders(<LineChart title="Loss" xName="Step" series={[{ name: "Loss", points }]} />);
  const before = screen.getByRole("img").querySelector("polyline")?.getAttribute("points")?.split(" ").length;
  slider().focus();
  await userEvent.keyboard("{Home}+");
  const line = screen.getByRole("img").querySelector("polyline")?.getAttribute("points")?.split(" ");
  expect([before, line?.length]).toEqual([12, 6]);
  const written = [...screen.getByRole("img").querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(written).not.toContain("1,000");
});

test("a band is drawn over the part; few points, or names without an order, have no zoom", async () => {
  const spread = (n: number) => ({ n: 40, mean: n, median: n, q10: n - 2, q25: n - 1, q75: n + 1, q90: n + 2 });
  const points = Array.from({ length: 8 }, (_, x) => ({ x, name: `Week ${String(x)}`, spread: spread(x + 5) }));
  const view = renderWithProviders(<BandChart title="Tokens" xName="Week" points={points} />);
  slider().focus();
  await userEvent.keyboard("+");
  expect(status()).toHaveTextContent("From Week 0 to Week 3: 4 of 8");
  view.unmount();
  renderWithProviders(<BandChart title="Tokens" xName="Week" points={points.slice(0, 5)} />);
  expect(screen.queryByRole("button", { name: "Zoom in" })).toBeNull();
});
