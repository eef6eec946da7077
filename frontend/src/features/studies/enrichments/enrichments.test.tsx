import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject, notice } from "@/testing/world";
import { enriched, enriching } from "@/testing/world-enrichments";
import { makeJob } from "@/testing/world";

const PAGE = "/projects/1/studies/enrichments";
const API = "/api/v1/projects/1/enrichments";

test("the list says how far each is and what it cost", async () => {
  renderApp(PAGE);
  const table = await screen.findByRole("table", { name: "Enrichment" });
  const [, first, second] = within(table).getAllByRole("row");
  expect(first).toHaveTextContent(/AgainRunning.*38 of 100/);
  expect(second).toHaveTextContent(/XM3600 enrichedDone.*98 of 100.*1\.25/);
  expect(await accessibilityProblems()).toEqual([]);
});

test("without any the page says what one is", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", API, () => ({ next: null, previous: null, results: [] }));
  expect(await screen.findByRole("heading", { name: "Nothing enriched yet" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "New enrichment" })).toHaveAttribute("href", `${PAGE}/new`);
});

test("a lead chooses captions, a model and limits, and is led to what has begun", async () => {
  const user = userEvent.setup();
  const { server } = renderApp(`${PAGE}/new`);
  await user.type(await screen.findByLabelText(/^Name/), "Longer");
  expect(screen.getByRole("button", { name: "Begin" })).toBeDisabled();
  await user.click(screen.getByRole("combobox", { name: /^Captions/ }));
  await user.click(await screen.findByRole("option", { name: "File: GPT-4V (100)" }));
  await user.type(screen.getByLabelText(/^Image limit/), "50");
  await user.type(screen.getByLabelText(/^Cost limit/), "2.5");
  await user.click(screen.getByRole("button", { name: "Begin" }));
  expect(await screen.findByRole("heading", { name: "Longer" })).toBeInTheDocument();
  expect(server.sent("POST", API).at(-1)?.body).toEqual({
    name: "Longer",
    source: { type: "file", file: 7 },
    version: expect.any(Number) as number,
    question: "Rewrite {captions}",
    most_samples: 50,
    most_cost: 2.5,
  });
});

test("a model that is not asked in words sees no captions, and one without prices no limit of costs", async () => {
  const user = userEvent.setup();
  renderApp(`${PAGE}/new`);
  expect(await screen.findByLabelText("Question")).toBeInTheDocument();
  await user.click(screen.getByRole("combobox", { name: /^Model/ }));
  await user.click(await screen.findByRole("option", { name: "classical M0" }));
  expect(screen.queryByLabelText("Question")).not.toBeInTheDocument();
  expect(screen.getByText(/describes the image alone/)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Cost limit/)).toBeDisabled();
});

test("what the server refuses stands beside its field, and nothing typed is lost", async () => {
  const user = userEvent.setup();
  const { server } = renderApp(`${PAGE}/new`);
  server.on("POST", API, () => {
    throw new FakeError(409, "name_taken", "There is a file of texts called so already.", {
      fields: [{ path: "name", code: "name_taken", message: "There is a file of texts called so already." }],
    });
  });
  await user.type(await screen.findByLabelText(/^Name/), "XM3600");
  await user.click(screen.getByRole("combobox", { name: /^Captions/ }));
  await user.click(await screen.findByRole("option", { name: "File: GPT-4V (100)" }));
  await user.click(screen.getByRole("button", { name: "Begin" }));
  expect(await screen.findByText("There is a file of texts called so already.")).toBeInTheDocument();
  expect(screen.getByLabelText(/^Name/)).toHaveValue("XM3600");
});

test("one that is done shows both texts, figures, costs and failures, and is downloaded", async () => {
  renderApp(`${PAGE}/5`);
  expect(await screen.findByText("A red kite flies high over a wide green field.")).toBeInTheDocument();
  expect(screen.getByText("A kite.")).toBeInTheDocument();
  expect(screen.getByText("Every image was asked about; 2 have no answer.")).toBeInTheDocument();
  expect(screen.getByText(/Over 98 pairs\./)).toBeInTheDocument();
  expect(screen.getByText(/The model wrote nothing/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Download pairs" })).toHaveAttribute("href", `${API}/5/pairs.jsonl`);
  expect(await accessibilityProblems()).toEqual([]);
});

test("what failed is asked about again only when that is said", async () => {
  const user = userEvent.setup();
  const { server } = renderApp(`${PAGE}/5`);
  const go = await screen.findByRole("button", { name: "Go on" });
  expect(go).toBeDisabled();
  await user.click(screen.getByLabelText(/Ask again about 2 images/));
  await user.click(go);
  expect(await screen.findByText("It goes on.")).toBeInTheDocument();
  expect(server.sent("POST", `${API}/5/continue`).at(-1)?.body).toEqual({
    most_samples: null,
    most_cost: null,
    again: true,
  });
});

test("one that runs is stopped", async () => {
  renderApp(`${PAGE}/6`);
  expect(await screen.findByText("38 of 100 images asked about")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(await screen.findByText(/2 images are still with the model/)).toBeInTheDocument();
});

test("one that failed says why and what to do", async () => {
  const { server } = renderApp(`${PAGE}/6`);
  const error = { ...notice("20 images in a row failed."), code: "enriching_fails", retry: false };
  const job = makeJob({ state: "failed", error: { ...error, remedy: "See to the cause, then go on." } });
  server.on("GET", `${API}/6`, () => ({ ...enriching, state: "failed", job }));
  expect(await screen.findByText(/20 images in a row failed\. See to the cause/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Go on" })).toBeEnabled();
});

test("a reviewer looks and downloads", async () => {
  const { server } = renderApp(`${PAGE}/6`, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  server.on("GET", `${API}/6`, () => ({ ...enriched, ...enriching }));
  expect(await screen.findByText("38 of 100 images asked about")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Stop" })).not.toBeInTheDocument();
});
