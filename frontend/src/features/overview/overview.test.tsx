import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { overview } from "@/testing/world";

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

test("a waiting job without a worker is said once", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    worker: { alive: false, needed: true, last_seen: null },
  }));
  expect(await screen.findAllByText("No worker is running")).toHaveLength(1);
});

test("a project without images leads to adding some", async () => {
  const { server } = renderApp("/projects/1");
  server.on("GET", "/api/v1/projects/:id/overview", () => ({
    ...overview,
    jobs: [],
    progress: { ...overview.progress, samples: 0 },
  }));
  expect(await screen.findByText("No images yet")).toBeInTheDocument();
});
