import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";

const VIEWS = "/api/v1/projects/1/samples/views";
const kept = { name: "Done ones", query: { state: "done" }, layout: "table", columns: ["state", "length"] };
const menu = (name: string | RegExp) => screen.findByRole("button", { name });

test("a list is kept under a name, and its address shows it again", async () => {
  const { server, router, unmount } = renderApp("/projects/1/samples?state=done&view=table");
  await screen.findByText("church-tower-004.jpg");
  await userEvent.click(await menu("Views"));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Keep as a view…" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Name"), "Done ones");
  await userEvent.click(within(dialog).getByLabelText(/For all who lead or review/));
  await userEvent.click(within(dialog).getByRole("button", { name: "Keep" }));
  expect(await menu("View: Done ones")).toBeInTheDocument();
  expect(router.state.location.search).toMatchObject({ saved: "1", state: "done", view: "table" });
  const sent = server.sent("POST", VIEWS).at(-1)?.body as { columns: string[] };
  expect(sent).toMatchObject({ name: "Done ones", is_shared: true, query: { state: "done" }, layout: "table" });
  expect(sent.columns).toContain("state");
  unmount();
});

test("the address of a view alone shows its filters, its columns and its table", async () => {
  const { server, router, container } = renderApp("/projects/1/samples?saved=1");
  server.on("GET", VIEWS, () => [
    { id: 1, is_shared: true, may_change: true, owner: { id: 1 }, ...kept, query: { ...kept.query, order: "number" } },
  ]);
  expect(await screen.findByRole("columnheader", { name: "Length" }, { timeout: 5000 })).toBeInTheDocument();
  expect(screen.queryByRole("columnheader", { name: "Changed" })).toBeNull();
  expect(screen.queryByText("harbour-001.jpg")).toBeNull();
  expect(router.state.location.search).toEqual({
    saved: "1",
    state: "done",
    view: "table",
    columns: "state,length",
  });
  expect(await accessibilityProblems(container)).toEqual([]);
  // What is changed there is told, and kept on request.
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter State" }));
  await userEvent.click(await menu("View: Done ones (changed)"));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Keep the changes in “Done ones”" }));
  await waitFor(() => expect(server.sent("PATCH", `${VIEWS}/1`).at(-1)?.body).toMatchObject({ query: {} }));
});

test("a view is deleted after a question, and the list stays", async () => {
  const { server, router } = renderApp("/projects/1/samples?saved=1");
  let views = [{ id: 1, is_shared: false, may_change: true, owner: { id: 1 }, ...kept }];
  server.on("GET", VIEWS, () => views);
  server.on("DELETE", `${VIEWS}/:view`, () => {
    views = [];
  });
  await userEvent.click(await screen.findByRole("button", { name: "View: Done ones" }, { timeout: 5000 }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete…" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  expect(await menu("Views")).toBeInTheDocument();
  expect(router.state.location.search).toMatchObject({ state: "done" });
});

test("a view that is not there is told, and all samples are shown", async () => {
  renderApp("/projects/1/samples?saved=7");
  expect(await screen.findByText(/This view is not here any more/)).toBeInTheDocument();
  expect(await screen.findByText("harbour-001.jpg")).toBeInTheDocument();
});
