import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { lena, makeProject } from "@/testing/world";

const ACTS = "/api/v1/projects/1/samples/acts";
const bar = () => screen.findByRole("region", { name: "What to do with the chosen samples" });
const tick = (name: string) => screen.findByRole("checkbox", { name: `Choose ${name}` });

async function ask(verb: string, reason?: string) {
  await userEvent.click(within(await bar()).getByRole("button", { name: verb }));
  const dialog = await screen.findByRole("dialog");
  if (reason) await userEvent.type(within(dialog).getByLabelText("Why?"), reason);
  return dialog;
}

test("samples of several pages are withdrawn with one reason, and the refused ones are told", async () => {
  const { server, router } = renderApp("/projects/1/samples");
  // One that is open, one that is withdrawn, and one of the next page.
  await userEvent.click(await tick("harbour-001.jpg"));
  await userEvent.click(await tick("bakery-005.jpg"));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(await tick("harbour-050.jpg"));
  expect(within(await bar()).getByText("3 samples chosen")).toBeInTheDocument();
  const dialog = await ask("Withdraw…", "Shows a face");
  await userEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  const outcome = await screen.findByRole("region", { name: "What came of it" });
  expect(
    await within(outcome).findByText("2 samples withdrawn. 1 refused:", {}, { timeout: 3000 }),
  ).toBeInTheDocument();
  const sent = server.sent("POST", ACTS).at(-1)?.body as Record<string, unknown>;
  expect(sent).toMatchObject({ verb: "withdraw", reason: "Shows a face", samples: [1, 5, 50] });
  expect(sent.key).toMatch(/^[0-9a-f-]{36}$/);
  await userEvent.click(within(outcome).getByRole("button", { name: "Which samples?" }));
  expect(within(outcome).getByRole("link", { name: "bakery-005.jpg" })).toHaveAttribute("href", "/samples/5");
  // Nothing is chosen any more, and the address tells the outcome to whoever opens it.
  expect(screen.queryByRole("region", { name: "What to do with the chosen samples" })).toBeNull();
  expect(router.state.location.search).toMatchObject({ act: "1" });
});

test("all that match are chosen with how many those are", async () => {
  const { server } = renderApp("/projects/1/samples");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Choose this page" }));
  expect(within(await bar()).getByText("48 samples chosen")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Choose all 60 that match" }));
  expect(within(await bar()).getByText("All 60 samples that match are chosen")).toBeInTheDocument();
  const dialog = await ask("Restore…");
  expect(within(dialog).getByText(/all 60 samples that match your filters/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole("button", { name: "Restore" }));
  await screen.findByRole("region", { name: "What came of it" });
  expect(server.sent("POST", ACTS).at(-1)?.body).toMatchObject({ verb: "restore", matching: {}, expected: 60 });
});

test("a range is chosen with the shift key, and a key chooses the sample that has the focus", async () => {
  renderApp("/projects/1/samples?view=table");
  fireEvent.click(await tick("harbour-001.jpg"));
  fireEvent.click(await tick("church-tower-004.jpg"), { shiftKey: true });
  expect(within(await bar()).getByText("4 samples chosen")).toBeInTheDocument();
  screen.getByRole("link", { name: "bakery-005.jpg" }).focus();
  await userEvent.keyboard("x");
  expect(within(await bar()).getByText("5 samples chosen")).toBeInTheDocument();
  await userEvent.keyboard("k");
  expect(screen.getByRole("link", { name: "church-tower-004.jpg" })).toHaveFocus();
  await userEvent.keyboard("x");
  expect(within(await bar()).getByText("4 samples chosen")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Choose none" }));
  expect(await tick("harbour-001.jpg")).not.toBeChecked();
});

test("in another list nothing is chosen", async () => {
  const { router } = renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await bar();
  await router.navigate({ to: "/projects/$projectId/samples", params: { projectId: "1" }, search: { state: "open" } });
  await waitFor(() => expect(screen.queryByRole("region", { name: "What to do with the chosen samples" })).toBeNull());
});

test("what was sent to review is taken back from where its outcome stands", async () => {
  const { server } = renderApp("/projects/1/samples");
  server.on("POST", "/api/v1/projects/:id/review/acts/:act/undo", () => ({ id: 1, state: "undone" }));
  await userEvent.click(await tick("harbour-001.jpg"));
  const dialog = await ask("Send to review…", "Odd");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send to review" }));
  const outcome = await screen.findByRole("region", { name: "What came of it" });
  await userEvent.click(await within(outcome).findByRole("button", { name: "Take back" }, { timeout: 3000 }));
  expect(await within(outcome).findByRole("button", { name: "Taken back" })).toBeDisabled();
});

test("the split of chosen samples is set, and taken back from its notice", async () => {
  const { server } = renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await userEvent.click(within(await bar()).getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Set the split…" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("radio", { name: "test" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Set the split" }));
  const outcome = await screen.findByRole("region", { name: "What came of it" });
  expect(
    await within(outcome).findByText("1 sample put into the split: test.", {}, { timeout: 3000 }),
  ).toBeInTheDocument();
  expect(server.sent("POST", ACTS).at(-1)?.body).toMatchObject({ verb: "split", split: "test", samples: [1] });
  await userEvent.click(within(outcome).getByRole("button", { name: "Take back" }));
  expect(await screen.findByText("1 sample put back into its split.", {}, { timeout: 3000 })).toBeInTheDocument();
});

test("samples are left out of training with a reason", async () => {
  const { server } = renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await userEvent.click(within(await bar()).getByRole("button", { name: "More" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Leave out of training…" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("button", { name: "Leave out" })).toBeDisabled();
  await userEvent.type(within(dialog).getByLabelText("Why?"), "Stereotypes");
  await userEvent.click(within(dialog).getByRole("button", { name: "Leave out" }));
  await screen.findByText("1 sample left out of training.", {}, { timeout: 3000 });
  expect(server.sent("POST", ACTS).at(-1)?.body).toMatchObject({ verb: "leave_out", reason: "Stereotypes" });
});

test("the list with its ticks, its bar and its dialog has no serious accessibility finding", async () => {
  const { container, baseElement } = renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await bar();
  expect(await accessibilityProblems(container)).toEqual([]);
  await ask("Withdraw…");
  expect(await accessibilityProblems(baseElement)).toEqual([]);
});

test("reviewers choose nothing", async () => {
  const user = { ...lena, is_admin: false } as typeof lena;
  renderApp("/projects/1/samples", { user, projects: [makeProject({ role: "reviewer" })] } as never);
  await screen.findByText("harbour-001.jpg");
  expect(screen.queryByRole("checkbox", { name: /^Choose/ })).toBeNull();
});

test("the chosen samples are exported, and no others", async () => {
  const { server } = renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await userEvent.click(within(await bar()).getByRole("button", { name: "Export…" }));
  const dialog = await screen.findByRole("dialog", { name: "Export 1 sample" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Start export" }));
  expect(await within(dialog).findByText(/^The export is being written/)).toBeInTheDocument();
  expect(server.sent("POST", "/api/v1/projects/1/exports").at(-1)?.body).toMatchObject({ samples: [1] });
});

test("a study begins with the chosen samples", async () => {
  const { router } = renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await userEvent.click(within(await bar()).getByRole("button", { name: "Study of these…" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/1/studies/new"));
  expect(JSON.parse(sessionStorage.getItem("annotate:new-study:1") ?? "{}")).toMatchObject({
    only: { samples: { samples: [1] }, count: 1 },
  });
  sessionStorage.clear();
});

test("past acts are listed with who did them, on how many, and what was refused", async () => {
  renderApp("/projects/1/samples");
  await userEvent.click(await tick("harbour-001.jpg"));
  await userEvent.click(await tick("bakery-005.jpg"));
  const dialog = await ask("Withdraw…", "Shows a face");
  await userEvent.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  await screen.findByRole("region", { name: "What came of it" });
  await userEvent.click(await screen.findByRole("button", { name: "Past acts" }));
  const table = await screen.findByRole("table", { name: "Past acts" });
  const row = within(table).getByRole("row", { name: /Withdrawn/ });
  expect(within(row).getByText("1 of 2")).toBeInTheDocument();
  expect(within(row).getByRole("link", { name: "bakery-005.jpg" })).toBeInTheDocument();
});
