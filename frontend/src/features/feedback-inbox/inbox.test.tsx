import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { OutcomeNotice } from "@/api/hits";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ago } from "@/testing/world";
import { makeFeedback } from "@/testing/world-hits";

test("the words a remark is about are marked in my text, by code points", async () => {
  const { server } = renderApp("/feedback");
  server.on("GET", "/api/v1/feedback", () => ({
    next: null,
    previous: null,
    results: [makeFeedback({ mine: { text: "🏠🏠 stands here." }, span: { start: 3, end: 9 } })],
  }));
  const mark = (await screen.findByText("stands", {}, { timeout: 15_000 })).closest("mark");
  expect(mark).toBeInTheDocument();
});

test("reading is my own act, and then it is counted as read", async () => {
  const user = userEvent.setup();
  const { server } = renderApp("/feedback");
  await user.click(await screen.findByRole("button", { name: "Mark as read" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Mark as read" })).toBeNull());
  expect(server.sent("POST", "/api/v1/feedback/:id/read")[0]?.params.id).toBe("1");
});

test("the submission it is about is one press away", async () => {
  renderApp("/feedback");
  const links = await screen.findAllByRole("link", { name: "Look at this submission" });
  expect(links[0]).toHaveAttribute("href", "/history/3");
});

test("an empty inbox says what it is for", async () => {
  const { server } = renderApp("/feedback");
  server.on("GET", "/api/v1/feedback", () => ({ next: null, previous: null, results: [] }));
  expect(await screen.findByText("No feedback yet")).toBeInTheDocument();
});

test("has no serious accessibility problem", async () => {
  renderApp("/feedback");
  await screen.findByRole("button", { name: "Mark as read" });
  expect(await accessibilityProblems()).toEqual([]);
});

test("one answers in a few words, once, and has read it then", async () => {
  const user = userEvent.setup();
  const { server } = renderApp("/feedback");
  const [first] = await screen.findAllByRole("button", { name: "Answer" });
  if (!first) throw new Error("nothing to answer");
  await user.click(first);
  expect(screen.getByLabelText("Your answer to the lead")).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Thank you, understood." }));
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Thank you, understood.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/feedback/:id/reply")[0]?.body).toEqual({ message: "Thank you, understood." });
  expect(screen.queryByRole("button", { name: "Mark as read" })).toBeNull();
});

function makeNotice(changes: Partial<OutcomeNotice> = {}): OutcomeNotice {
  return {
    id: 9,
    occasion: "replaced",
    state: "finished",
    created_at: ago(0.1),
    read_at: null,
    project: { id: 1, name: "Village streets" },
    stage: { key: "description", title: "Image description", title_code: null, kind: "description.v1" },
    image: makeFeedback().image,
    assignment: 3,
    mine: { text: "A red house stands on a meadow." },
    other: {
      answer: { text: "A blue boat lies on a lake." },
      similarity: 0.2,
      tokens_before: 7,
      tokens_after: 7,
      from_scratch: true,
      scratch_reason: "It describes another picture.",
    },
    ...changes,
  };
}

function openOutcomes(...notices: OutcomeNotice[]) {
  const app = renderApp("/feedback?view=outcomes");
  const state = { notices };
  app.server.on("GET", "/api/v1/feedback/outcomes", () => ({ next: null, previous: null, results: state.notices }));
  app.server.on("POST", "/api/v1/feedback/outcomes/:id/read", () => {
    state.notices = state.notices.map((notice) => ({ ...notice, read_at: ago(0) }));
  });
  return { ...app, user: userEvent.setup() };
}

const SLOW = { timeout: 15_000 };

test("whose text was left is shown the reason and both texts, and marks it as read", async () => {
  const { user, server } = openOutcomes(makeNotice());
  expect(await screen.findByText("It describes another picture.", {}, SLOW)).toBeInTheDocument();
  expect(screen.getByText("Somebody started from scratch instead of going on from your text")).toBeInTheDocument();
  expect(await screen.findByText("20%")).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Mark as read" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Mark as read" })).toBeNull());
  expect(server.sent("POST", "/api/v1/feedback/outcomes/9/read")).toHaveLength(1);
});

test("how a sample ended is told with the final text, or that nothing was changed", async () => {
  const { user, server } = openOutcomes(
    makeNotice({ occasion: "finished", other: { ...makeNotice().other!, from_scratch: false, scratch_reason: "" } }),
    makeNotice({ id: 8, occasion: "finished", state: "final", other: null }),
  );
  expect(await screen.findByText(/^Others went on from your text/, {}, SLOW)).toBeInTheDocument();
  expect(screen.getByText(/^Nothing was changed after you/)).toBeInTheDocument();
  server.on("POST", "/api/v1/feedback/outcomes/read", () => undefined);
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(server.sent("POST", "/api/v1/feedback/outcomes/read")).toHaveLength(1));
});
