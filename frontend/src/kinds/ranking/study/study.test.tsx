import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { StudyCase } from "@/api/studies";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { notice } from "@/testing/world";
import { makeCase, makeCompared, makeStudy } from "@/testing/world-studies";
import type { RankingResults } from "../types";
import { CaseOrders } from "./case-orders";
import { RankedSections } from "./ranked-sections";

const SOURCES = ["Model 2", "People, final text", "Other model"];
const mean = (value: number) => ({ value, low: value - 0.2, high: value + 0.2, why: null });

function results(): RankingResults {
  const { items, ratings, raters, excluded, method } = makeCompared();
  return {
    design: "ranking.v1",
    items,
    ratings,
    raters,
    excluded,
    method,
    sources: SOURCES,
    by_source: SOURCES.map((source, at) => ({ source, n: 78, mean_rank: mean([2.1, 1.25, 2.65][at] ?? 0) })),
    by_chunk: [],
    pairs: [
      { first: 0, second: 1, wins: 12, losses: 60, ties: 6 },
      { first: 0, second: 2, wins: 50, losses: 27, ties: 1 },
      { first: 1, second: 2, wins: 70, losses: 8, ties: 0 },
    ],
    agreement: {
      kendall_w: 0.71,
      kendall_w_why: null,
      kendall_w_interval: { low: 0.62, high: 0.79, images: 26, why: null },
      alpha: null,
      alpha_why: notice("Nothing varies."),
      alpha_interval: { low: null, high: null, images: 0, why: notice("Nothing varies.") },
      items: 39,
    },
  };
}

const cellsOf = (row: HTMLElement) => within(row).getAllByRole("cell").map((cell) => cell.textContent); // prettier-ignore

it("puts the source with the best mean rank first, with its interval", () => {
  renderWithProviders(<RankedSections results={results()} />);
  const [, first] = within(screen.getByRole("table", { name: "Mean rank" })).getAllByRole("row");
  expect(cellsOf(first as HTMLElement)).toEqual(["People, final text", "1.25", "1.05 … 1.45", "78"]);
});

it("tells the mean ranks of each chunk by itself", () => {
  const by_source = SOURCES.map((source, at) => ({ source, n: 26, mean_rank: mean(at + 1) }));
  renderWithProviders(<RankedSections results={{ ...results(), by_chunk: [{ chunk: 1, items: 13, by_source }] }} />);
  const table = screen.getByRole("table", { name: "Mean ranks by chunk" });
  expect(within(table).getByRole("columnheader", { name: "1 sentence" })).toBeInTheDocument();
  expect(within(table).getByRole("row", { name: /People/ })).toHaveTextContent("2.00");
});

it("counts the wins of each pair from both sides, and its ties", () => {
  renderWithProviders(<RankedSections results={results()} />);
  const table = screen.getByRole("table", { name: "Pairs" });
  const [, model, people] = within(table).getAllByRole("row");
  expect(cellsOf(model as HTMLElement)).toEqual(["Model 2", "–", "126 ties", "501 tie"]);
  expect(cellsOf(people as HTMLElement)).toEqual(["People, final text", "606 ties", "–", "700 ties"]);
  expect(within(table).getByTitle("People, final text before Model 2: 60 of 78, tied: 6")).toBeInTheDocument();
});

it("tells how far people agree, and why a figure is missing", async () => {
  renderWithProviders(<RankedSections results={results()} />);
  const agreement = screen.getByRole("region", { name: "Agreement" });
  expect(within(agreement).getByText("0.71")).toBeInTheDocument();
  expect(within(agreement).getByText("39")).toBeInTheDocument();
  expect(within(agreement).getByText("Nothing varies.")).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
});

it("shows the order of each person by the names of the sources", () => {
  const [rating] = makeCase(1).ratings;
  const item: StudyCase = {
    ...makeCase(1),
    stimuli: [0, 1, 2].map((source) => ({ source, title: SOURCES[source] ?? "", text: "A cat.", picture: null })),
    ratings: [
      {
        ...rating,
        rater: "Rater 1",
        order: [2, 0, 1],
        answer: { ranks: [2, 1, 2], justification: "It names the door." },
      },
    ],
  } as StudyCase;
  renderWithProviders(<CaseOrders item={item} metrics={[]} />);
  const row = within(screen.getByRole("table", { name: "Orders of case 1" })).getByRole("row", { name: /Rater 1/ });
  expect(row).toHaveTextContent("1 People, final text2 Model 2 = Other model");
  expect(row).toHaveTextContent(`A ${SOURCES[2] ?? ""} · B ${SOURCES[0] ?? ""} · C ${SOURCES[1] ?? ""}`);
  expect(screen.getByText("It names the door.")).toBeInTheDocument();
});

it("is made by a question, with ties unless somebody wants none", async () => {
  const asked: unknown[] = [];
  const { server } = renderApp("/projects/1/studies/new");
  server.on("POST", "/api/v1/projects/:id/studies", ({ body }) => {
    asked.push(body);
    return makeStudy({ id: 1 });
  });
  await userEvent.type(await screen.findByLabelText("Name"), "Ranks");
  await userEvent.click(screen.getByRole("radio", { name: "Ranking" }));
  const next = () => userEvent.click(screen.getByRole("button", { name: "Next" }));
  await next();
  for (const [name, option] of [
    ["Source 1", /round 1/],
    ["Source 2", /GPT-4V/],
  ] as const) {
    const source = within(await screen.findByRole("region", { name }));
    await userEvent.click(source.getByRole("combobox", { name: "Texts" }));
    await userEvent.click(await screen.findByRole("option", { name: option }));
  }
  await next();
  await next();
  await userEvent.clear(await screen.findByLabelText("Question"));
  await userEvent.type(screen.getByLabelText("Question"), "Which is best?");
  await userEvent.click(screen.getByRole("checkbox", { name: "Items may share a place" }));
  await next();
  expect(await screen.findByText("Which is best? · No ties")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Create the study" }));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    design: "ranking.v1",
    metrics: [],
    settings: { question: "Which is best?", help: "", ties: false },
    justification: "optional",
  });
});
