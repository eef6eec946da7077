import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FakeError } from "@/testing/fake-server";
import { keyStore } from "@/lib/key-store";
import { renderApp } from "@/testing/render-app";
import { ada, makeProject } from "@/testing/world";
import { makeAct } from "@/testing/world-acts";
import { makeReview } from "@/testing/world-quality";

const asReviewer = { user: ada, projects: [makeProject({ role: "reviewer" })] };

test("filters live in the address and narrow the queue", async () => {
  const { router } = renderApp("/projects/1/review?code=mostly_capitals");
  expect(await screen.findByText(/THE PICTURE SHOWS/, {}, { timeout: 15_000 })).toBeInTheDocument();
  expect(screen.queryByText("red-barn-002.jpg")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("red-barn-002.jpg")).toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
});

test("an answer stands beside its flags, their numbers and what others answered", async () => {
  renderApp("/projects/1/review/502");
  const why = await screen.findByRole("region", { name: "Why it is here" });
  expect(within(why).getByText(/That is 2.6 standard deviations below/)).toBeInTheDocument();
  expect(within(why).getByText("-2.58")).toBeInTheDocument();
  expect(within(why).getAllByText("Standard deviations from it").length).toBeGreaterThan(0);
  const others = screen.getByRole("region", { name: "What others answered" });
  expect(within(others).getByText(/A red barn with a pointed roof/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Sample with all rounds" })).toHaveAttribute("href", "/samples/2");
});

test("approving by key goes on to the next answer, and undo comes back", async () => {
  const { server, router } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  await userEvent.keyboard("a");
  expect(await screen.findByText("2 of 5")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/review/502").at(-1)?.body).toEqual({
    verdict: "approved",
    reason: "",
    requeue: false,
  });
  expect(router.state.location.pathname).toBe("/projects/1/review/503");
  await userEvent.keyboard("u");
  await expect.poll(() => router.state.location.pathname).toBe("/projects/1/review/502");
  expect(server.sent("POST", "/api/v1/projects/1/review/502").at(-1)?.body).toMatchObject({ verdict: "unreviewed" });
});

test("a key that is held down judges one answer only", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  await userEvent.keyboard("{a>5/}");
  await screen.findByText("2 of 5");
  expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("while one act is on its way another is not sent", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  server.delay = 50;
  await userEvent.keyboard("a");
  await userEvent.keyboard("a");
  await screen.findByText("2 of 5");
  expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("rejecting needs a reason and gives the work to somebody else", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  await userEvent.keyboard("r");
  const dialog = await screen.findByRole("dialog", { name: "Reject this answer?" });
  const confirm = within(dialog).getByRole("button", { name: "Reject" });
  expect(confirm).toBeDisabled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Unusual time" }));
  await userEvent.click(confirm);
  expect(await screen.findByText("Rejected. Somebody else will do the work again.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/review/502").at(-1)?.body).toEqual({
    verdict: "rejected",
    reason: "Unusual time.",
    requeue: true,
  });
});

test("what each way would do is counted before one of them is chosen", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  await userEvent.keyboard("r");
  const dialog = await screen.findByRole("dialog", { name: "Reject this answer?" });
  expect(
    await within(dialog).findByText(/9 finished samples are opened again. 14 later answers are set aside/),
  ).toBeInTheDocument();
  expect(within(dialog).getByText(/1 person works on what follows/)).toBeInTheDocument();
  expect(within(dialog).getByText(/5 finished samples are opened again all the same/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByLabelText("Keep the later work"));
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Wrong");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("Rejected.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/review/502").at(-1)?.body).toMatchObject({ requeue: false });
});

test("why the work cannot be given to somebody else is said", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  server.on("POST", "/api/v1/projects/:id/review/502", () => ({
    ...makeReview()[0],
    requeued: {
      opened: 0,
      superseded: 0,
      reason: { message: "It is being done again already.", message_code: "being_done_again", params: {} },
    },
  }));
  await userEvent.keyboard("r");
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Wrong");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("Rejected. It is being done again already.")).toBeInTheDocument();
});

test("a refusal stays in the dialog with what was typed", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  server.on("POST", "/api/v1/projects/:id/review/502", () => {
    throw new FakeError(409, "conflict", "Somebody else has just decided about it.");
  });
  await userEvent.keyboard("r");
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Wrong");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject" }));
  expect(await within(dialog).findByText("Somebody else has just decided about it.")).toBeInTheDocument();
  expect(within(dialog).getByLabelText("Why?")).toHaveValue("Wrong");
});

test("feedback is tied to the selected words, counted in code points", async () => {
  const { server } = renderApp("/projects/1/review/506");
  await screen.findByText("4 of 5");
  await userEvent.keyboard("f");
  const dialog = await screen.findByRole("dialog", { name: "Feedback to Tomáš Novák" });
  const text: HTMLTextAreaElement = within(dialog).getByLabelText("The words it is about");
  const start = text.value.indexOf("towards");
  text.focus();
  text.setSelectionRange(start, start + "towards".length);
  fireEvent.keyUp(text);
  expect(await within(dialog).findByText("About “towards”")).toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText("Message"), "Nothing leads there.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Sent to Tomáš Novák.")).toBeInTheDocument();
  // The house before it is one code point, but two units of the browser's strings.
  expect(server.sent("POST", "/api/v1/projects/1/feedback").at(-1)?.body).toEqual({
    annotation: 506,
    path: "text",
    span: { start: start - 1, end: start - 1 + "towards".length },
    message: "Nothing leads there.",
  });
});

test("ticked answers are rejected together, and those that could not be are named", async () => {
  const { server } = renderApp("/projects/1/review");
  await userEvent.click(await screen.findByLabelText("Tick all answers of this page"));
  const failed = { annotation: 509, message: "Later answers build on it.", message_code: null, params: {} };
  server.on("POST", "/api/v1/projects/:id/review/acts", () => {
    const act = makeAct(1, "reject", 4, 3);
    const problems = [{ ...failed, remedy: null, remedy_code: null }];
    return { ...act, counts: { ...act.counts, total: 5, failed: 1 }, problems };
  });
  await userEvent.click(screen.getByRole("button", { name: "Reject all…" }));
  const dialog = await screen.findByRole("dialog", { name: "Reject 5 answers?" });
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Copied");
  await userEvent.click(within(dialog).getByRole("button", { name: "Reject 5 answers" }));
  expect(
    await screen.findByText("4 answers rejected; 3 given to somebody else. 1 could not be decided."),
  ).toBeInTheDocument();
  expect(screen.getByText("Later answers build on it.")).toBeInTheDocument();
  const body = server.sent("POST", "/api/v1/projects/1/review/acts").at(-1)?.body;
  expect(body).toMatchObject({ verb: "reject", reason: "Copied", keep_later: false });
});

test("an act on ticked answers is taken back by key, all of it", async () => {
  const { server } = renderApp("/projects/1/review");
  await userEvent.click(await screen.findByLabelText("Tick all answers of this page"));
  await userEvent.click(screen.getByRole("button", { name: "Approve all" }));
  expect(await screen.findByText("5 answers approved.", {}, { timeout: 15_000 })).toBeInTheDocument();
  expect(await screen.findByText("Nothing waits for a decision")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Taken back: 5 answers are as they were.")).toBeInTheDocument();
  expect(await screen.findByText("red-barn-002.jpg")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/review/acts")).toHaveLength(1);
});

test("the list can be ordered by the round, which stands below the stage", async () => {
  const { router } = renderApp("/projects/1/review?state=all");
  const table = await screen.findByRole("table", { name: "Review" });
  expect(within(table).getAllByText(/^Round \d$/).length).toBeGreaterThan(0);
  await userEvent.click(within(table).getByRole("button", { name: "Round" }));
  await expect.poll(() => router.state.location.search).toEqual({ state: "all", order: "round" });
});

test("words and order stand in the address, and Back brings the list before", async () => {
  const { router, server } = renderApp("/projects/1/review?state=all");
  await userEvent.type(await screen.findByLabelText("Words"), "red barn{Enter}");
  await expect.poll(() => router.state.location.search).toEqual({ state: "all", words: "red barn" });
  await userEvent.click(await screen.findByRole("button", { name: "Person" }));
  await expect.poll(() => router.state.location.search).toEqual({ state: "all", words: "red barn", order: "person" });
  const asked = server.requests.filter(({ path }) => path.endsWith("/projects/1/review"));
  expect(asked.length).toBeGreaterThan(2);
});

test("a block names scope and reason and says what came back", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  await userEvent.keyboard("b");
  const dialog = await screen.findByRole("dialog", { name: "Block Mei Tanaka?" });
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Spam");
  await userEvent.click(within(dialog).getByLabelText(/From the batch “Second week”/));
  await userEvent.click(within(dialog).getByLabelText("Reject what they did, and give it to others"));
  await userEvent.click(await within(dialog).findByLabelText("Keep the later work"));
  await userEvent.click(within(dialog).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Mei Tanaka is blocked. Taken back: 1; given to others: 4.")).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/blocks").at(-1)?.body).toEqual({
    user: 4,
    scope: "batch",
    batch: 2,
    reason: "Spam",
    requeue: true,
    keep_later: true,
  });
});

test("single keys can be turned off", async () => {
  const { server } = renderApp("/projects/1/review/502");
  await screen.findByText("1 of 5");
  await userEvent.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  await userEvent.click(within(dialog).getByRole("switch", { name: /Single-key shortcuts/ }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });
  await userEvent.keyboard("a");
  expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(0);
  keyStore.change({ singleKeys: true });
});

test("reviewers read the evidence and are offered no acts", async () => {
  const { server } = renderApp("/projects/1/review/502", asReviewer);
  await screen.findByRole("region", { name: "Why it is here" });
  expect(screen.queryByRole("button", { name: "Approve" })).not.toBeInTheDocument();
  await userEvent.keyboard("a");
  expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(0);
});

test("in the list j and k move between answers and x ticks", async () => {
  renderApp("/projects/1/review");
  await screen.findByText("red-barn-002.jpg");
  await userEvent.keyboard("jj");
  expect(screen.getByRole("link", { name: "market-square-003.jpg" })).toHaveFocus();
  await userEvent.keyboard("k");
  expect(screen.getByRole("link", { name: "red-barn-002.jpg" })).toHaveFocus();
  await userEvent.keyboard("x");
  expect(screen.getByText("1 answer ticked")).toBeInTheDocument();
});

test("a reported image is shown with the person's words and can be settled", async () => {
  const { server } = renderApp("/projects/1/review/skips");
  expect(await screen.findByText("“A face can be recognised.”")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /Done with bakery-005/ }));
  await waitFor(() => {
    expect(screen.queryByText("“A face can be recognised.”")).not.toBeInTheDocument();
  });
  expect(server.requests.find(({ path }) => path.includes("/review/skips/"))?.body).toEqual({ settled: true });
});
