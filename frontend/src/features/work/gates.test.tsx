import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Gate } from "@/api/hits";
import type { Work } from "@/api/types";
import { renderApp } from "@/testing/render-app";
import { ahead, work } from "@/testing/world";
import { makeFeedback, makeGate, makeHit } from "@/testing/world-hits";

const gate: Gate = makeGate("practice", "First a practice round.", "It takes five minutes.");

const project = {
  id: 3,
  name: "Photos",
  description: "",
  guidelines_unread: false,
  done_by_me: 0,
  reason: null,
  gate: null,
  stages: [
    {
      key: "caption",
      title: "Caption",
      title_code: null,
      kind: "caption.v1",
      available: true,
      hit: { size: 5, minutes: 30 },
    },
  ],
} satisfies Work["projects"][number];

function open(more: Partial<Work>) {
  const app = renderApp("/");
  app.server.on("GET", "/api/v1/work", () => ({ ...work, held: [], projects: [project], ...more }));
  return { ...app, user: userEvent.setup() };
}

test("how much one takes on is said before one starts", async () => {
  open({});
  const start = await screen.findByRole("button", { name: "Start: Caption" });
  expect(start).toHaveAccessibleDescription("5 images at a time, 30 minutes for all of them");
});

test("starting opens the mini-batch that was claimed", async () => {
  const { user, server, history } = open({});
  server.on("POST", "/api/v1/projects/:id/claim", () => ({
    assignment: null,
    hit: makeHit(),
    reason: null,
    gate: null,
  }));
  await user.click(await screen.findByRole("button", { name: "Start: Caption" }));
  await waitFor(() => expect(history.location.pathname).toBe("/hits/50"));
});

test("a mini-batch in progress is continued from the top of the page", async () => {
  const held = {
    hit_id: 50,
    project: { id: 3, name: "Photos" },
    stage: project.stages[0]!,
    purpose: "work" as const,
    count: 5,
    deadline: ahead(0.01),
  };
  open({ hits: [held] });
  const link = await screen.findByRole("link", { name: "Continue Caption in Photos" });
  expect(link).toHaveAttribute("href", "/hits/50");
  expect(screen.getByRole("button", { name: "Continue: Caption" })).toBeEnabled();
});

test("what is missing before one may work is said, with the next step", async () => {
  open({ projects: [{ ...project, stages: [], reason: "gated", gate }] });
  expect(await screen.findByText("First a practice round.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to the practice round" })).toHaveAttribute("href", "/qualify/3");
});

test("a condition nobody can meet here has no button", async () => {
  const history: Gate = makeGate("history", "500 approved tasks are needed.", "You have 20.");
  open({ projects: [{ ...project, stages: [], reason: "gated", gate: history }] });
  expect(await screen.findByText("500 approved tasks are needed.")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /practice|test|agree/ })).toBeNull();
});

test("a gate that closed in between is explained where one pressed", async () => {
  const { user, server } = open({});
  server.on("POST", "/api/v1/projects/:id/claim", () => ({ assignment: null, hit: null, reason: "gated", gate }));
  await user.click(await screen.findByRole("button", { name: "Start: Caption" }));
  expect(await screen.findByText("It takes five minutes.")).toBeInTheDocument();
});

test("unread feedback is counted beside its place in the navigation", async () => {
  open({ unread_feedback: 3 });
  expect(await screen.findByRole("link", { name: /^Feedback 3 unread$/ })).toHaveAttribute("href", "/feedback");
});

test("my history shows the feedback on that submission and no other", async () => {
  const { server } = renderApp("/history/3");
  const all = [makeFeedback(), makeFeedback({ id: 2, assignment: 4, message: "Another." })];
  server.on("GET", "/api/v1/feedback", ({ query }) => ({
    next: null,
    previous: null,
    results: all.filter(({ assignment }) => String(assignment) === query.get("assignment")),
  }));
  expect(await screen.findByText(/^Say what makes it so/)).toBeInTheDocument();
  expect(screen.queryByText("Another.")).toBeNull();
});
