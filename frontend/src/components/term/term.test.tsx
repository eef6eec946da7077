import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { Term } from "./term";

const SENTENCE = /An annotation at index 0: what a model or a file proposes/;
const word = () => screen.getByRole("button", { name: "Seeds" });
const open = () => renderWithProviders(<Term id="seed">Seeds</Term>);

test("a word that one points at is explained and described by its sentence", async () => {
  open();
  await userEvent.hover(word());
  await waitFor(() => expect(screen.getByRole("tooltip")).toHaveTextContent(SENTENCE));
  expect(word()).toHaveAccessibleDescription(SENTENCE);
});

test("so is a word that one comes to by key, until Escape", async () => {
  open();
  await userEvent.tab();
  expect(word()).toHaveFocus();
  await waitFor(() => expect(word()).toHaveAccessibleDescription(SENTENCE));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

test("a press keeps the sentence open with a way to the glossary, and Escape gives the focus back", async () => {
  const { router } = renderApp("/projects/1/seeding");
  const seeded = await screen.findByRole("button", { name: "Bring your own seeds" });
  await userEvent.click(seeded);
  expect(await screen.findByRole("dialog", { name: "Bring your own seeds" })).toHaveTextContent(SENTENCE);
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Bring your own seeds" })).toBeNull());
  expect(seeded).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("link", { name: "Show “seed” in the glossary" }));
  await waitFor(() => expect(router.state.location.href).toBe("/glossary#seed"));
});
