import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";
import { accessibilityProblems } from "@/testing/render";

test("the list says in one word what became of each answer, and what is unread", async () => {
  renderApp("/history");
  const rows = await screen.findAllByRole("row");
  const words = rows.slice(1).map((row) => row.textContent);
  expect(words[0]).toMatch(/Finished/);
  expect(words[1]).toMatch(/Continued/);
  expect(words[2]).toMatch(/Waiting.*1 unread/);
  expect(words[3]).toMatch(/Final/);
});

test("one's own text is held beside the final one first, and beside the next one on request", async () => {
  const user = userEvent.setup();
  renderApp("/history/1");
  const section = await screen.findByRole("region", { name: "What became of it" });
  expect(within(section).getByText("71%")).toBeInTheDocument();
  expect(section.querySelector("ins")).toHaveTextContent(/narrow path/);
  await user.click(within(section).getByRole("radio", { name: "the next text" }));
  expect(within(section).getByText("86%")).toBeInTheDocument();
});

test("why somebody started from scratch is told", async () => {
  renderApp("/history/2");
  const section = await screen.findByRole("region", { name: "What became of it" });
  expect(within(section).getByText("The next person started from scratch")).toBeInTheDocument();
  expect(within(section).getByText("It is too vague")).toBeInTheDocument();
});

test("votes are told question by question", async () => {
  renderApp("/history/5");
  const section = await screen.findByRole("region", { name: "What became of it" });
  expect(within(section).getByText("Kept")).toBeInTheDocument();
  expect(within(section).getByRole("listitem")).toHaveTextContent(/Is it true of the image\? 4 yes, 1 no/);
});

test("has no serious accessibility problem", async () => {
  renderApp("/history/1");
  await screen.findByRole("region", { name: "What became of it" });
  expect(await accessibilityProblems()).toEqual([]);
});
