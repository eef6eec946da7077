import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { makeFeedback } from "@/testing/world-hits";

test("the words a remark is about are marked in my text, by code points", async () => {
  const { server } = renderApp("/feedback");
  server.on("GET", "/api/v1/feedback", () => ({
    next: null,
    previous: null,
    results: [makeFeedback({ mine: { text: "🏠🏠 stands here." }, span: { start: 3, end: 9 } })],
  }));
  const mark = (await screen.findByText("stands")).closest("mark");
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
