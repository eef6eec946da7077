import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { ada, notice } from "@/testing/world";
import { makeCategories, makeForecast, overview } from "@/testing/world-dashboards";

test("the round table tells tokens, time and distance of each round", async () => {
  renderApp("/projects/1");
  const table = await screen.findByRole("table", { name: "Rounds" });
  const last = within(table).getAllByRole("row").at(-1);
  expect(last).toHaveTextContent("213.0");
  expect(last).toHaveTextContent("4 min 15 s");
  expect(last).toHaveTextContent("0.88");
});

test("samples that wait for new people are said with a way out", async () => {
  renderApp("/projects/1");
  expect(await screen.findByText("3 samples wait for new people")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Invite people" })).toHaveAttribute("href", "/projects/1/people");
});

test("samples that nobody is offered are not called open but said to wait for a batch", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    progress: { ...overview.progress, open: 2, waiting_for_batch: 4 },
  }));
  const term = await screen.findByText("Waiting for a batch");
  expect(term.parentElement).toHaveTextContent("4");
});

test("a waiting job without a worker is said once", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    worker: { alive: false, needed: true, last_seen: null },
  }));
  expect(await screen.findAllByText("No worker is running")).toHaveLength(1);
});

const unanswered = overview.progress.by_stage.map((stage) => ({ ...stage, done: 0 }));

test("a new project says what comes next, and has one filled button for it", async () => {
  const { server } = renderApp("/projects/1");
  const progress = { ...overview.progress, samples: 0, waiting: 0, by_stage: unanswered };
  server.on("GET", "/api/v1/projects/:id/overview", () => ({ ...overview, jobs: [], progress }));
  const list = await screen.findByRole("region", { name: "Before people can work" });
  const next = within(list).getByRole("listitem", { current: "step" });
  expect(within(next).getByRole("link", { name: "Add images" })).toHaveAttribute("href", "/projects/1/import");
});

test("the list goes on to what waits: seeds, then people", async () => {
  const { server } = renderApp("/projects/1");
  const progress = { ...overview.progress, samples: 13, waiting: 13, by_stage: unanswered };
  server.on("GET", "/api/v1/projects/:id/overview", () => ({ ...overview, progress }));
  const list = await screen.findByRole("region", { name: "Before people can work" });
  expect(list).toHaveTextContent("Add images · done");
  expect(within(list).getByRole("listitem", { current: "step" })).toHaveTextContent("13 samples wait");
  expect(list).toHaveTextContent("4 different people are needed to finish an image, 3 here.");
});

test("what can be told of answers alone is not shown before there are any", async () => {
  const { server } = renderApp("/projects/1");
  const progress = { ...overview.progress, by_stage: unanswered };
  server.on("GET", "/api/v1/projects/:id/overview", () => ({ ...overview, progress }));
  expect(await screen.findByRole("region", { name: "Progress" })).toBeInTheDocument();
  for (const name of ["Forecast", "Throughput", "Rounds", "Annotators"])
    expect(screen.queryByRole("region", { name })).not.toBeInTheDocument();
});

test("the list goes with the first answer", async () => {
  renderApp("/projects/1");
  await screen.findByRole("table", { name: "Rounds" });
  expect(screen.queryByRole("region", { name: "Before people can work" })).not.toBeInTheDocument();
});

test("a reviewer of an empty project is told that nothing is there", async () => {
  const { server, state } = renderApp("/projects/1", { user: ada });
  server.on("GET", "/api/v1/projects/:id", () => ({ ...state.projects[0], role: "reviewer", recipe: null }));
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    jobs: [],
    progress: { ...overview.progress, samples: 0 },
  }));
  expect(await screen.findByText("No images yet")).toBeInTheDocument();
});

test("independent answers are not said to settle", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/pages-in-use", () => ({ pages: [] }));
  const table = await screen.findByRole("table", { name: "Stages" });
  expect(within(table).queryByRole("columnheader", { name: /Similarity|Stopped/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/should grow and then settle/)).not.toBeInTheDocument();
});

test("the forecast says how sure it is, in words and numbers", async () => {
  renderApp("/projects/1");
  const forecast = await screen.findByRole("region", { name: "Forecast" });
  expect(forecast).toHaveTextContent("Mar 14, 2027");
  expect(forecast).toHaveTextContent("90% range: Mar 2, 2027 to Apr 20, 2027");
  expect(forecast).toHaveTextContent("90% range: 0.2 to 0.7");
  expect(forecast).toHaveTextContent(/If work goes on as in the last 14 days/);
});

const wholeWeek = notice("A forecast needs a whole week.");

test.each([
  ["no end in sight", { latest: null, expected: null }, /No end in sight.*or later.*the end is open/],
  ["too early", { state: "too_early", method: wholeWeek }, /Too early to tell.*a whole week.*8 samples are left/],
  ["one sample left", { state: "none", per_day: null, remaining: 1 }, /No forecast.*1 sample is left/],
  ["everything done", { state: "finished", remaining: 0 }, /All samples are finished\./],
] as const)("a forecast with %s says so", async (_, changes, sentence) => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({ ...overview, forecast: makeForecast(changes) }));
  expect(await screen.findByRole("region", { name: "Forecast" })).toHaveTextContent(sentence);
});

test("days without work are days, too", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    days: [
      { day: "2026-11-02", submissions: 4, finished_samples: 1 },
      { day: "2026-11-05", submissions: 2, finished_samples: 0 },
    ],
  }));
  const reader = await screen.findByRole("slider", { name: /Submissions per day/ });
  expect(reader).toHaveAttribute("aria-valuemax", "4");
});

test("stages and people lead to their pages, and each page at home keeps its place", async () => {
  renderApp("/projects/1/rounds");
  expect(await screen.findByRole("link", { name: "Rounds", current: "page" })).toHaveAttribute(
    "href",
    "/projects/1/rounds",
  );
  const tabs = screen.getByRole("navigation", { name: "Places of the project" });
  expect(within(tabs).getByRole("link", { current: true })).toHaveTextContent("Home");
});

test("categories stand split by split, with those of images that name none and how many more there are", async () => {
  renderApp("/projects/1");
  const table = await screen.findByRole("table", { name: "Categories by split" });
  const rows = within(table)
    .getAllByRole("row")
    .map(({ textContent }) => textContent);
  expect(rows[0]).toBe("Categorytest (20)train (80)");
  expect(rows[1]).toBe("Food525%4556%");
  expect(rows.at(-1)).toBe("None given00%1013%");
  expect(screen.getByText("And 21 further categories of fewer images.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Choose the field" })).toHaveAttribute("href", "/projects/1/settings");
});

test("where no image names a category nothing is said of any", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/categories", () => makeCategories({ splits: [], top: [], different: 0 }));
  await screen.findByRole("table", { name: "Rounds" });
  expect(screen.queryByText("Categories by split")).not.toBeInTheDocument();
});
