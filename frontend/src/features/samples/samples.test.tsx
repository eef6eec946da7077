import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
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

test("the history tells why somebody skipped, in their own words", async () => {
  renderApp("/samples/2");
  const history = await screen.findByRole("table", { name: "What happened" });
  const skip = within(history).getByText("cannot describe").closest("tr") as HTMLElement;
  expect(within(skip).getByText("“The picture is far too dark.”")).toBeInTheDocument();
  expect(within(history).getAllByText(/“/)).toHaveLength(1);
});

test("a sample is withdrawn with a reason and can be restored", async () => {
  const { server } = renderApp("/samples/2");
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  const dialog = await screen.findByRole("dialog");
  const confirm = within(dialog).getByRole("button", { name: "Withdraw" });
  expect(confirm).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Shows a face");
  await userEvent.click(confirm);
  await userEvent.click(await screen.findByRole("button", { name: "Restore" }));
  expect(await screen.findByRole("button", { name: "Withdraw" })).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/samples/2/withdraw").at(-1)?.body).toEqual({ reason: "Shows a face" });
});

test("the list says what an image is called where it comes from", async () => {
  renderApp("/projects/1/samples");
  expect(await screen.findByText("streets-00001")).toBeInTheDocument();
});

test("a filter is added from a menu, shown as a chip, and taken away again", async () => {
  const { router } = renderApp("/projects/1/samples");
  await screen.findByText("harbour-001.jpg");
  await userEvent.click(screen.getByRole("button", { name: "Add filter" }));
  await userEvent.click(await screen.findByRole("textbox", { name: "State" }));
  await userEvent.click(await screen.findByRole("option", { name: "Done" }));
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("State: Done")).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ state: "done" });
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter State" }));
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
