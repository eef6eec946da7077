import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";
import { makeAct } from "@/testing/world-acts";
import { annotators } from "@/testing/world-dashboards";

const MEI = "/projects/1/annotators/4";
const acts = "/api/v1/projects/1/review/acts";

test("everything of a person is rejected in one act, which is taken back", async () => {
  const { server } = renderApp(MEI);
  const bar = await screen.findByRole("region", { name: /^All \d+ answers of Mei Tanaka$/ });
  await userEvent.click(within(bar).getByRole("button", { name: "Reject all…" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findAllByText(/14 later answers/)).not.toEqual([]);
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Spam");
  await userEvent.click(within(dialog).getByRole("button", { name: /^Reject/ }));
  const notice = await screen.findByRole("region", { name: "What was done" });
  expect(server.sent("POST", acts).at(-1)?.body).toMatchObject({
    verb: "reject",
    matching: { state: "all", annotator: 4 },
    reason: "Spam",
  });
  await userEvent.click(within(notice).getByRole("button", { name: "Undo" }));
  expect(await within(notice).findByText(/^Taken back/)).toBeInTheDocument();
});

test("ticked answers of a person are decided about alone", async () => {
  const { server } = renderApp(MEI);
  await userEvent.click((await screen.findAllByRole("checkbox", { name: /Mei Tanaka/ }))[0] as HTMLElement);
  const bar = await screen.findByRole("region", { name: "Ticked answers" });
  expect(within(bar).getByRole("link", { name: "Open and write feedback" })).toHaveAttribute(
    "href",
    "/projects/1/review/502?state=all",
  );
  await userEvent.click(within(bar).getByRole("button", { name: "Approve all" }));
  await expect.poll(() => server.sent("POST", acts).at(-1)?.body).toMatchObject({ annotations: [502] });
  expect(screen.queryByRole("region", { name: "Ticked answers" })).not.toBeInTheDocument();
});

test("the last act is found after a reload, and taken back", async () => {
  const { server } = renderApp(MEI);
  server.on("GET", "/api/v1/projects/:id/review/acts", () => ({
    next: null,
    previous: null,
    results: [makeAct(8, "reject", 3, 1), makeAct(7, "approve", 2, 0)],
  }));
  server.on("POST", "/api/v1/projects/:id/review/acts/:act/undo", () => ({
    ...makeAct(8, "reject", 0, 0),
    state: "undone",
    counts: { ...makeAct(8, "reject", 0, 0).counts, total: 3, undone: 3 },
  }));
  const last = await screen.findByRole("region", { name: "Last acts" });
  expect(within(last).getByText(/3 answers rejected/)).toBeInTheDocument();
  expect(within(last).queryByText(/2 answers approved/)).not.toBeInTheDocument();
  await userEvent.click(within(last).getByRole("button", { name: "Earlier acts" }));
  expect(within(last).getByText(/2 answers approved/)).toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
  await userEvent.click(within(last).getAllByRole("button", { name: "Undo" })[0] as HTMLElement);
  const notice = await screen.findByRole("region", { name: "What was done" });
  expect(within(notice).getByText(/Taken back: 3 answers/)).toBeInTheDocument();
});

test("somebody is blocked from their page, and the block is lifted below the annotators", async () => {
  const { server } = renderApp(MEI);
  await userEvent.click(await screen.findByRole("button", { name: "Block…" }));
  const dialog = await screen.findByRole("dialog", { name: "Block Mei Tanaka?" });
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Spam");
  await userEvent.click(within(dialog).getByRole("button", { name: "Block" }));
  await expect.poll(() => server.sent("POST", "/api/v1/projects/1/blocks").at(-1)?.body).toMatchObject({ user: 4 });
  await userEvent.click(screen.getByRole("link", { name: "All annotators" }));
  await userEvent.click(await screen.findByRole("button", { name: "Lift the block of Mei Tanaka" }));
  const lifting = await screen.findByRole("dialog");
  await userEvent.type(within(lifting).getByLabelText("Why?"), "A mistake");
  await userEvent.click(within(lifting).getByRole("button", { name: "Lift" }));
  await expect
    .poll(() => server.requests.find(({ path }) => path.endsWith("/lift"))?.body)
    .toEqual({ reason: "A mistake" });
});

test("a reviewer reads a person's page and decides nothing", async () => {
  renderApp(MEI, { user: ada, projects: [makeProject({ role: "reviewer" })] });
  expect(await screen.findByRole("heading", { level: 2, name: "Mei Tanaka" })).toBeInTheDocument();
  expect(await screen.findByRole("list", { name: "Texts" })).toBeInTheDocument();
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Block…" })).not.toBeInTheDocument();
});

test("the old address of the annotators leads to their one page", async () => {
  const { history } = renderApp("/projects/1/quality/annotators");
  expect(await screen.findByRole("columnheader", { name: "Evidence against" })).toBeInTheDocument();
  expect(history.location.pathname).toBe("/projects/1/annotators");
});

test("the overview names those alone against whose work something speaks", async () => {
  const { server, unmount } = renderApp("/projects/1");
  const [first, second] = annotators;
  const worst = { ...first, evidence: { score: 0.4, questioned: 5, answers: 9, gold_wrong: 0, gold: 0 } };
  const one = { next: null, previous: null, results: [worst, second] };
  server.on("GET", "/api/v1/projects/:id/annotators", () => one);
  const table = await screen.findByRole("table", { name: "Annotators" });
  expect(within(table).getAllByRole("row")).toHaveLength(2);
  expect(within(table).getByText("5 of 9 answers flagged or rejected")).toBeInTheDocument();
  unmount();
  renderApp("/projects/1");
  expect(await screen.findByText("Nothing speaks against anybody’s work.")).toBeInTheDocument();
});
