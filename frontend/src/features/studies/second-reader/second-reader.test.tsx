import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

const PAGE = "/projects/1/studies/second-reader";

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
