import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { precision, reading } from "@/testing/world-second-reader";

const PAGE = "/projects/1/studies/second-reader";
const READING = "/api/v1/projects/:id/second-readings/:reading";

test("the page tells each reading, and how far each version agrees with people", async () => {
  renderApp(PAGE);
  const table = await screen.findByRole("table", { name: "Second reader" });
  expect(within(table).getAllByRole("row")[1]).toHaveTextContent(/9 of 10/);
  const figures = await screen.findByRole("table", { name: /agrees with people/ });
  expect(within(figures).getAllByRole("row")[1]).toHaveTextContent(/66\.7/);
  expect(figures).toHaveTextContent("There is no pair of texts that both it and the raters tell apart.");
  expect(await accessibilityProblems()).toEqual([]);
});

test("a lead chooses texts and a model that is asked in words, and is led to what has begun", async () => {
  const { server, router } = renderApp(`${PAGE}/new`);
  await userEvent.click(await screen.findByRole("button", { name: "Begin" }));
  expect(await screen.findByRole("heading", { name: "Sentence by sentence" })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe(`${PAGE}/4`);
  expect(server.sent("POST", "/api/v1/projects/1/second-readings").at(-1)?.body).toMatchObject({ most_samples: null });
  expect(await screen.findByText("Contradicted")).toBeInTheDocument();
  expect(screen.getByText("Objects that no sentence mentions: tree")).toBeInTheDocument();
});

test("in review it is closed until somebody opens it, and absent where nothing was read", async () => {
  renderApp("/projects/1/review/502");
  const opener = await screen.findByRole("button", { name: /^Second reader/ });
  expect(opener).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(opener);
  expect((await screen.findAllByText("A dog sits below it.")).length).toBeGreaterThan(0);
  expect(screen.getByText("Not read")).toBeInTheDocument();
});

test("one that was stopped says what is still with the model, follows it to the end, and can go on", async () => {
  const { server } = renderApp(`${PAGE}/4`);
  const counts = { ...reading.counts, answered: 4, failed: 0, asked: 6 };
  let asked = 0;
  server.on("GET", READING, () => {
    asked += 1;
    return asked > 1 ? { ...reading, state: "stopped" } : { ...reading, state: "stopped", counts };
  });
  expect(await screen.findByText(/6 texts are still with the model/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Go on" })).toBeEnabled();
  expect(
    await screen.findByText("Every text was asked about; 1 has no reply.", undefined, { timeout: 8000 }),
  ).toBeInTheDocument();
});

test("one in which every text failed is no success, and each reason stands there once", async () => {
  const { server } = renderApp(`${PAGE}/4`);
  const [failure] = reading.failures;
  const failures = ["boat.jpg", "tree.jpg"].map((name, annotation) => ({ ...failure, annotation, name }));
  const counts = { ...reading.counts, answered: 0, failed: 2, total: 2 };
  server.on("GET", READING, () => ({ ...reading, counts, failures }));
  const table = await screen.findByRole("table", { name: "Texts without a reply" });
  expect(within(table).getAllByRole("row")).toHaveLength(2);
  expect(within(table).getByText("boat.jpg, tree.jpg")).toBeInTheDocument();
  expect(screen.getAllByText("Failed").length).toBeGreaterThan(1);
  expect(screen.queryByText("Done")).not.toBeInTheDocument();
});

test("of a version whose texts nobody judged there are no figures", async () => {
  const { server } = renderApp(PAGE);
  server.on("GET", "/api/v1/projects/:id/second-readings/precision", () => [
    { ...precision, texts: 1, judged: 0, judged_before: 0, studies: [] },
  ]);
  expect(await screen.findByText(/^1 text read, 0 judged since\./)).toBeInTheDocument();
  expect(screen.queryByRole("table", { name: /agrees with people/ })).not.toBeInTheDocument();
});
