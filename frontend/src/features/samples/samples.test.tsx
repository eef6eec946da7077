import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

test("filters live in the address and narrow the list", async () => {
  const { router } = renderApp("/projects/1/samples?state=done");
  await screen.findByText("church-tower-004.jpg");
  expect(screen.queryByText("harbour-001.jpg")).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText("Search names, ids, labels, texts"), "lane");
  await screen.findByText("lane-at-noon-007.jpg");
  await expect.poll(() => router.state.location.search).toEqual({ state: "done", search: "lane" });
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("harbour-001.jpg")).toBeInTheDocument();
});

test("a long list is read page by page", async () => {
  const { router } = renderApp("/projects/1/samples");
  await screen.findByText("harbour-001.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("lane-at-noon-049.jpg")).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ cursor: "48" });
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
});

test("the lead sees every round, who made it, and what it changed", async () => {
  renderApp("/samples/2");
  const stage = await screen.findByRole("region", { name: "Image description" });
  expect(within(stage).getByText("Model")).toBeInTheDocument();
  expect(within(stage).getByText(/by Tomáš Novák/)).toBeInTheDocument();
  expect(within(stage).getByText("Stopped here: hardly any change")).toBeInTheDocument();
  expect(stage.querySelectorAll("ins").length).toBeGreaterThan(0);
  expect(within(stage).getByText(/Held by Ada Okafor/)).toBeInTheDocument();
});

test("the history is told in sentences, with why somebody skipped in their own words", async () => {
  renderApp("/samples/2");
  await userEvent.click(await screen.findByRole("tab", { name: "What happened" }));
  const history = await screen.findByRole("list", { name: "What happened" });
  const told = within(history)
    .getAllByRole("listitem")
    .map((item) => item.textContent);
  expect(told[0]).toContain("Lena Berg had it done again from Image description, as round 3 of Image description");
  expect(told).toContainEqual(expect.stringContaining("Ada Okafor finished round 1 of Objects"));
  expect(told).toContainEqual(expect.stringContaining("The seed of Objects came from classical 1"));
  expect(within(history).getByText("“The picture is far too dark.”")).toBeInTheDocument();
  expect(history.textContent).not.toMatch(/\b(live|held|submitted|requeued|cannot_describe)\b/);
});

test("a sample is withdrawn with a reason and can be restored", async () => {
  const { server } = renderApp("/samples/2");
  const act = async (name: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name }));
  };
  await act("Withdraw…");
  const dialog = await screen.findByRole("dialog");
  const confirm = within(dialog).getByRole("button", { name: "Withdraw" });
  expect(confirm).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Shows a face");
  await userEvent.click(confirm);
  await act("Restore");
  await userEvent.click(await screen.findByRole("button", { name: "Actions" }));
  expect(await screen.findByRole("menuitem", { name: "Withdraw…" })).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/samples/2/withdraw").at(-1)?.body).toEqual({ reason: "Shows a face" });
});

test("keys lead to the samples beside it in the list one came from", async () => {
  const { router, server } = renderApp("/projects/1/samples?state=done");
  await userEvent.click(await screen.findByRole("link", { name: "church-tower-004.jpg" }));
  await screen.findByRole("heading", { level: 1, name: "church-tower-004.jpg" });
  const next = screen.getByRole("button", { name: "Next sample" });
  await waitFor(() => expect(next).not.toHaveAttribute("aria-disabled"));
  await userEvent.keyboard("j");
  await waitFor(() => expect(router.state.location.pathname).not.toBe("/samples/4"));
  expect(router.state.location.search).toEqual({ from: "state=done" });
  expect(server.sent("GET", "/api/v1/samples/4/neighbours").at(-1)?.query.get("state")).toBe("done");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Previous sample" })).not.toHaveAttribute("aria-disabled"),
  );
  await userEvent.keyboard("k");
  await waitFor(() => expect(router.state.location.pathname).toBe("/samples/4"));
  expect(screen.getByRole("link", { name: "Samples" })).toHaveAttribute("href", "/projects/1/samples?state=done");
});

test("a word lights the box it names, and the box is found by its words", async () => {
  renderApp("/samples/2");
  const stage = await screen.findByRole("region", { name: "Image description" });
  const [sky] = within(stage).getAllByRole("button", { name: "sky" });
  await userEvent.hover(sky!);
  expect(sky).toHaveAttribute("data-lit");
  await userEvent.unhover(sky!);
  expect(sky).not.toHaveAttribute("data-lit");
  await userEvent.click(sky!);
  expect(sky).toHaveAttribute("aria-pressed", "true");
});

test("earlier rounds stand in one line each until they are opened", async () => {
  renderApp("/samples/2");
  const stage = await screen.findByRole("region", { name: "Objects" });
  const round = within(stage).getByRole("button", { name: /^Round 1/ });
  expect(round).toHaveAttribute("aria-expanded", "false");
  expect(within(stage).queryByText(/Edited/)).toBeNull();
  await userEvent.click(round);
  expect(round).toHaveAttribute("aria-expanded", "true");
  expect(within(stage).getByText(/Edited: /)).toBeInTheDocument();
});

test("a thread is begun about an object, answered, resolved and taken back", async () => {
  const { server, container } = renderApp("/samples/2");
  const stage = await screen.findByRole("region", { name: "Objects" });
  await userEvent.click(within(stage).getByRole("button", { name: /^Round 1/ }));
  await userEvent.click(within(stage).getByRole("button", { name: "door" }));
  await userEvent.click(within(stage).getByRole("button", { name: "Comment on “door”" }));
  await userEvent.type(await screen.findByLabelText("New comment"), "Is it open, @to");
  await userEvent.click(screen.getByRole("button", { name: "Tomáš Novák" }));
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
  const threads = await screen.findByRole("list", { name: "Comments" });
  expect(await within(threads).findByText(/Is it open, @tomas/)).toBeInTheDocument();
  expect(within(threads).getByRole("button", { name: "door" })).toBeInTheDocument();
  const sent = server.sent("POST", "/api/v1/samples/2/comments").at(-1)?.body;
  expect(sent).toMatchObject({ place: { annotation: 11, object: "n1", path: "", span: null } });
  await userEvent.click(within(threads).getByRole("button", { name: "Answer" }));
  await userEvent.type(within(threads).getByLabelText("Answer"), "It is closed.{Control>}{Enter}{/Control}");
  expect(await within(threads).findByText("It is closed.")).toBeInTheDocument();
  expect(await accessibilityProblems(container)).toEqual([]);
  await userEvent.click(within(threads).getByRole("button", { name: "Resolve" }));
  await waitFor(() => expect(within(threads).queryByText("It is closed.")).toBeNull());
  await userEvent.click(screen.getByLabelText("Show 1 resolved thread"));
  expect(within(threads).getByText("It is closed.")).toBeInTheDocument();
});

test("the sample page has no serious accessibility finding", async () => {
  const { container } = renderApp("/samples/2");
  await screen.findByRole("region", { name: "Image description" });
  expect(await accessibilityProblems(container)).toEqual([]);
});

test("the list says what an image is called where it comes from", async () => {
  renderApp("/projects/1/samples");
  expect(await screen.findByText("streets-00001")).toBeInTheDocument();
});

test("a filter is added from a menu, shown as a chip, and taken away again", async () => {
  const { router } = renderApp("/projects/1/samples");
  await screen.findByText("harbour-001.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Add filter" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "State" }));
  await userEvent.click(await screen.findByRole("option", { name: "Done" }));
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("State: Done")).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ state: "done" });
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter State" }));
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("samples are filtered by what a study gave to the texts of one source", async () => {
  const { router } = renderApp("/projects/1/samples");
  await screen.findByText("harbour-001.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Add filter" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "What about" }));
  await userEvent.click(await screen.findByRole("option", { name: "Rating in a study" }));
  expect(screen.getByRole("button", { name: "Apply" })).toBeDisabled();
  await userEvent.click(screen.getByRole("combobox", { name: "Study" }));
  await userEvent.click(await screen.findByRole("option", { name: "How good is it" }));
  await userEvent.click(screen.getByRole("combobox", { name: "Whose texts" }));
  await userEvent.click(await screen.findByRole("option", { name: "Round 3" }));
  await userEvent.type(screen.getByRole("textbox", { name: "From" }), "4");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("Rating in a study: ≥ 4 · How good is it · Round 3")).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ study: "4", source: "1", rating_from: "4" });
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter Rating in a study" }));
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("the words that were searched for are marked in what was found", async () => {
  renderApp("/projects/1/samples?search=lane");
  const marked = await screen.findAllByText("lane", { selector: "mark" });
  expect(marked.length).toBeGreaterThan(0);
});

test("the columns somebody chose are there again", async () => {
  const { unmount } = renderApp("/projects/1/samples?view=table");
  await screen.findByText("harbour-001.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Similarity" }));
  unmount();
  renderApp("/projects/1/samples?view=table");
  expect(await screen.findByRole("columnheader", { name: "Similarity" })).toBeInTheDocument();
});
