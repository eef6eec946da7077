import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { makeStopping } from "@/testing/world-dashboards";
import { renderApp } from "@/testing/render-app";

const STOPPING = "/api/v1/projects/:id/stopping";
const pair = { first: 1, second: 2, texts: 100, alike: 70, share: 0.7, low: 0.604, high: 0.781 };
const fewer = {
  threshold: 0.8,
  first_day: "2026-03-03",
  last_day: "2026-03-30",
  pairs: [pair],
  proposed: 2,
  rounds_spared: 40,
  seconds_spared: 2400,
};

test("says how many rounds would do, on what it rests, and leads to where a lead decides", async () => {
  const { server } = renderApp("/projects/1/stopping");
  server.on("GET", STOPPING, () => makeStopping({ fewer }));
  const region = await screen.findByRole("region", { name: "Fewer rounds for all" });
  expect(within(region).getByText("2 rounds would do")).toBeInTheDocument();
  expect(
    within(region).getByText(/40 rounds were done beyond these in this time; they took 40 min/),
  ).toBeInTheDocument();
  expect(within(region).getByRole("link", { name: "Change the number of rounds" })).toBeInTheDocument();
  expect(within(region).getByText("70%")).toBeInTheDocument();
  expect(within(region).getByText(/60%.*78%/)).toBeInTheDocument();
});

test("proposes nothing where people disagree", async () => {
  const { server } = renderApp("/projects/1/stopping");
  server.on("GET", STOPPING, () => makeStopping({ fewer: { ...fewer, pairs: [], proposed: null } }));
  const region = await screen.findByRole("region", { name: "Fewer rounds for all" });
  expect(within(region).getByText("No text has had a second round in this time.")).toBeInTheDocument();
  expect(within(region).queryByText(/would do/)).not.toBeInTheDocument();
});
