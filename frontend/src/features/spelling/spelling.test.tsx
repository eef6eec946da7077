import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "@/testing/render-app";

test("ticked suggestions are accepted with the replacement as it was edited", async () => {
  const { server } = renderApp("/projects/1/quality/spelling");
  const input = await screen.findByLabelText("Replacement of “pionted”", { selector: "input" });
  await userEvent.clear(input);
  await userEvent.type(input, "pitched");
  await userEvent.click(screen.getByLabelText("Tick “pionted”"));
  await userEvent.click(screen.getByLabelText("Tick “wodden”"));
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText("2 words replaced.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/spelling/accept").at(-1)?.body).toEqual({
    items: [
      { id: 1, replacement: "wooden" },
      { id: 2, replacement: "pitched" },
    ],
  });
});

test("a suggestion without a replacement is not accepted", async () => {
  renderApp("/projects/1/quality/spelling");
  await userEvent.clear(await screen.findByLabelText("Replacement of “pionted”", { selector: "input" }));
  await userEvent.click(screen.getByLabelText("Tick “pionted”"));
  expect(screen.getByRole("button", { name: "Accept" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Keep as written" })).toBeEnabled();
});

test("a brand is kept and joins the word list", async () => {
  const { server } = renderApp("/projects/1/quality/spelling");
  await userEvent.click(await screen.findByLabelText("Tick “Höganäs”"));
  await userEvent.click(screen.getByRole("button", { name: "Keep, and add to the word list" }));
  expect(await screen.findByText("1 word kept and added to the list.")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("Words").value).toContain("Höganäs"));
  expect(server.sent("POST", "/api/v1/projects/1/spelling/reject").at(-1)?.body).toEqual({
    ids: [3],
    add_to_words: true,
  });
});

test("unsure suggestions are left out by confidence, in the address", async () => {
  const { router } = renderApp("/projects/1/quality/spelling");
  await screen.findByText("Höganäs", { selector: "p" });
  await userEvent.type(screen.getByLabelText("Confidence at least"), "90");
  await waitFor(() => {
    expect(screen.queryByText("Höganäs", { selector: "p" })).not.toBeInTheDocument();
  });
  expect(router.state.location.search).toEqual({ min_confidence: "0.9" });
});

test("an emoji before the word does not move its mark", async () => {
  renderApp("/projects/1/quality/spelling");
  const row = (await screen.findByText("pionted", { selector: "p" })).closest("tr") as HTMLElement;
  expect(within(row).getByText("pionted", { selector: "mark span" })).toBeInTheDocument();
});
