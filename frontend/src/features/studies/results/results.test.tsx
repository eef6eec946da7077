import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { makeCompared } from "@/testing/world-studies";
import { formatRange, formatSigned } from "@/kinds/rating/signed";

const STUDY = "/projects/1/studies/1";

test("the paper's table has five percentages for each metric", async () => {
  renderApp(`${STUDY}/results`);
  const table = await screen.findByRole("table", { name: "Percentages by metric" });
  const row = within(table).getByRole("row", { name: /Comprehensiveness/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["Comprehensiveness", "2%", "5%", "22%", "41%", "30%", "78"]);
  expect(await accessibilityProblems()).toEqual([]);
});

test("net preference can be read as a chart and as a table, with its interval", async () => {
  renderApp(`${STUDY}/results`);
  const chart = await screen.findByRole("figure", { name: "In sum" });
  expect(within(chart).getByRole("slider")).toHaveAttribute("aria-valuetext", "Recall: +57, from +46 … +68");
  await userEvent.click(within(chart).getByRole("button", { name: "Show as table" }));
  expect(within(chart).getByRole("row", { name: /Precision/ })).toHaveTextContent("+7.0");
});

test("tables leave as CSV and as LaTeX", async () => {
  renderApp(`${STUDY}/results`);
  const address = "/api/v1/projects/1/studies/1/results";
  expect(await screen.findByRole("link", { name: "Tables as CSV" })).toHaveAttribute("href", `${address}/table.csv`);
  expect(screen.getByRole("link", { name: "Tables as LaTeX" })).toHaveAttribute("href", `${address}/table.tex`);
  expect(screen.getByRole("link", { name: "All judgements" })).toHaveAttribute("href", `${address}/ratings.csv`);
});

test("what has no value says why", async () => {
  renderApp(`${STUDY}/results`);
  expect(await screen.findByText("All scores are the same.")).toBeInTheDocument();
  expect(screen.getByText("2 judgements were rejected in review and are left out.")).toBeInTheDocument();
});

test("without judgements there is no table, but the way to people", async () => {
  const { server } = renderApp(`${STUDY}/results`);
  server.on("GET", "/api/v1/projects/:id/studies/:study/results", () =>
    makeCompared({ ratings: 0, items: 0, raters: 0 }),
  );
  expect(await screen.findByText("No judgements yet")).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "Its people" })).toHaveAttribute("href", "/projects/5/people");
});

test("few judgements are said to be few", async () => {
  const { server } = renderApp(`${STUDY}/results`);
  const few = makeCompared();
  server.on("GET", "/api/v1/projects/:id/studies/:study/results", () => ({
    ...few,
    metrics: few.metrics.map((metric) => ({ ...metric, n: 6 })),
  }));
  expect(await screen.findByText(/fewer than 30/)).toBeInTheDocument();
});

test("ratings are told by source, and a source of few by name", async () => {
  renderApp("/projects/1/studies/2/results");
  const table = await screen.findByRole("table", { name: "Figures by source: Overall quality" });
  expect(within(table).getByRole("row", { name: /People, final text/ })).toHaveTextContent("4.20");
  expect(within(table).getByText("Fewer than two items.")).toBeInTheDocument();
  expect(screen.getByText(/Other model \(n = 12\)/)).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

test("a number says to which side it leans, and what is rounded to nothing to none", () => {
  expect(formatSigned(12.4)).toBe("+12");
  expect(formatSigned(-0.08, 2)).toBe("−0.08");
  expect(formatSigned(-0.2)).toBe("0");
  expect(formatRange(null, 3)).toBe("–");
});

test("cases are found by what somebody said, and the address keeps it", async () => {
  const { history } = renderApp(`${STUDY}/cases`);
  expect(await screen.findAllByRole("region", { name: /^\d: / })).toHaveLength(3);
  await userEvent.click(screen.getByRole("combobox", { name: "Score somebody gave" }));
  await userEvent.click(await screen.findByRole("option", { name: "Model 2 substantially better" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "People disagree" }));
  expect(await screen.findAllByRole("region", { name: /^\d: / })).toHaveLength(1);
  expect(history.location.search).toContain("disagree=1");
  expect(await accessibilityProblems()).toEqual([]);
});

test("a single case names its sources, tells every score and reads out the reasons", async () => {
  renderApp(`${STUDY}/cases/2`);
  const scores = await screen.findByRole("table", { name: "Scores of case 2" });
  expect(within(scores).getByRole("row", { name: /Rater 1/ })).toHaveTextContent(
    "People, final text substantially better",
  );
  expect(screen.getByText("Names the proportions.")).toBeInTheDocument();
  expect(within(scores).getByRole("row", { name: /Rater 1/ })).toHaveTextContent("A People, final text · B Model 2");
  expect(screen.getAllByText("Rejected, not counted").length).toBeGreaterThan(0);
  expect(screen.getByRole("link", { name: "Next" })).toHaveAttribute("href", `${STUDY}/cases/3`);
});
