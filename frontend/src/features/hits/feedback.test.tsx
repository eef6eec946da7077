import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { testResult } from "@/testing/world-hits";

test("after practice each item says what was given, what was expected and why", async () => {
  renderApp("/hits/54/feedback");
  const first = await screen.findByRole("region", { name: "Image 1" });
  expect(within(first).getByText("Different")).toBeInTheDocument();
  expect(within(first).getByText(/Your answer: No · Expected: Yes/)).toBeInTheDocument();
  expect(await within(first).findByText("Is there text in the image?")).toBeInTheDocument();
  expect(within(first).getByText(/house number on the door/)).toBeInTheDocument();
});

test("what was right is not corrected", async () => {
  renderApp("/hits/54/feedback");
  const second = await screen.findByRole("region", { name: "Image 2" });
  expect(within(second).getByText("Right")).toBeInTheDocument();
  expect(within(second).queryByText(/Expected/)).toBeNull();
});

test("a test gives its result without giving its answers away", async () => {
  renderApp("/hits/55/feedback");
  expect(await screen.findByText("Not passed")).toBeInTheDocument();
  expect(screen.getByText(/60% right; 80% is needed. You have 1 attempt left./)).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Image 1" })).toBeNull();
});

test("a passed test leads on", async () => {
  const { server } = renderApp("/hits/55/feedback");
  server.on("GET", "/api/v1/hits/:id/feedback", () => ({ ...testResult, passed: true, score: 0.9 }));
  expect(await screen.findByText("Passed")).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "Continue" })).toHaveAttribute("href", "/qualify/1");
});
