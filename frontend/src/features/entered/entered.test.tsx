import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Completion, Gate, Participation } from "@/api/hits";
import { renderApp } from "@/testing/render-app";
import { accessibilityProblems } from "@/testing/render";
import { makeGate, makeHit, makeQualification, participation } from "@/testing/world-hits";

function open(visit: Partial<Participation> = {}, completion?: Partial<Completion>) {
  const app = renderApp("/entered/1");
  const end = completion && { kind: "none", url: null, code: null, fields: {}, ...completion };
  app.server.on("GET", "/api/v1/crowd/participation", () => ({ ...participation, completion: end ?? null, ...visit }));
  return { ...app, user: userEvent.setup() };
}

beforeEach(() => sessionStorage.clear());

test("a preview shows what it is about and lets nobody begin", async () => {
  open({ preview: true });
  expect(await screen.findByRole("heading", { name: "This is a preview" })).toBeInTheDocument();
  expect(screen.getByText("You are about to work on Caption in Village streets.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Start" })).toBeNull();
});

test("one press begins the work, in the stage of the visit", async () => {
  const { user, server, history } = open();
  server.on("POST", "/api/v1/projects/:id/claim", () => ({
    assignment: null,
    hit: makeHit(),
    reason: null,
    gate: null,
  }));
  await user.click(await screen.findByRole("button", { name: "Start" }));
  await waitFor(() => expect(history.location.pathname).toBe("/hits/50"));
  expect(server.sent("POST", "/api/v1/projects/:id/claim")[0]?.body).toEqual({ stage: "caption" });
});

test("without work the visit ends, and it says what to do on the platform", async () => {
  const { user, server } = open();
  server.on("POST", "/api/v1/projects/:id/claim", () => ({
    assignment: null,
    hit: null,
    reason: "nothing_open",
    gate: null,
  }));
  const completion = { kind: "redirect", url: "https://platform.example/none", code: "NOWORK", fields: {} };
  server.on("POST", "/api/v1/crowd/participation/finish", () => ({
    ...participation,
    state: "arrived",
    next: "done",
    completion,
  }));
  await user.click(await screen.findByRole("button", { name: "Start" }));
  expect(await screen.findByText(/Please return the task on the platform/)).toBeInTheDocument();
  expect(screen.getByDisplayValue("NOWORK")).toBeInTheDocument();
});

test("work that was begun is gone on with", async () => {
  open({ next: "submit" });
  expect(await screen.findByRole("button", { name: "Go on with my work" })).toBeInTheDocument();
});

test("when done the completion code is there to copy, and the way back", async () => {
  open(
    { next: "done", state: "submitted", hit: 50 },
    { kind: "redirect", url: "https://platform.example/done?cc=C0FFEE", code: "C0FFEE" },
  );
  expect(await screen.findByDisplayValue("C0FFEE")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go back to the platform" })).toHaveAttribute(
    "href",
    "https://platform.example/done?cc=C0FFEE",
  );
});

test("a form that the platform waits for is sent by itself, once, with its fields", async () => {
  const sent = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => undefined);
  open(
    { next: "done", state: "submitted", hit: 50 },
    { kind: "form", url: "https://platform.example/submit", fields: { assignmentId: "A1", done: "yes" } },
  );
  const button = await screen.findByRole("button", { name: "Report my work" });
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  const form = button.closest("form") as HTMLFormElement;
  const fields = [...form.querySelectorAll("input")].map(({ name, value }) => [name, value]);
  expect(fields).toEqual([
    ["assignmentId", "A1"],
    ["done", "yes"],
  ]);
  expect(form.action).toBe("https://platform.example/submit");
});

test("a visit the platform took back says so", async () => {
  open({ state: "returned", next: "done" });
  expect(await screen.findByRole("heading", { name: "This visit is over" })).toBeInTheDocument();
});

test("there is no navigation around it, and none around the work either", async () => {
  const { user, server } = open();
  server.on("POST", "/api/v1/projects/:id/claim", () => ({
    assignment: null,
    hit: makeHit(),
    reason: null,
    gate: null,
  }));
  await user.click(await screen.findByRole("button", { name: "Start" }));
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
  expect(await screen.findByRole("button", { name: "Next page" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "My work" })).toBeNull();
});

const gateOf = (reason: Gate["reason"]): Gate => makeGate(reason, `Kept out by ${reason}.`);
const gated = (reason: Gate["reason"]) => ({ assignment: null, hit: null, reason: "gated", gate: gateOf(reason) });
const screenedOut = {
  ...participation,
  state: "submitted",
  next: "done",
  completion: { kind: "redirect", url: "https://platform.example/out", code: "SCREEN0UT", fields: {} },
};
const FINISH = "/api/v1/crowd/participation/finish";

test.each(["test_failed", "history", "locale", "blocked", "author"] as const)(
  "who may not work (%s) gets the code for that, and the reason",
  async (reason) => {
    const { user, server, history } = open();
    server.on("POST", "/api/v1/projects/:id/claim", () => gated(reason));
    server.on("POST", FINISH, () => screenedOut);
    await user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByDisplayValue("SCREEN0UT")).toBeInTheDocument();
    expect(screen.getByText(`Kept out by ${reason}.`)).toBeInTheDocument();
    expect(history.location.pathname).toBe("/entered/1");
    expect(server.sent("POST", FINISH)).toHaveLength(1);
  },
);

test.each(["consent", "practice", "test"] as const)(
  "who has something to do first (%s) does it without any navigation around it",
  async (reason) => {
    const { user, server, history } = open();
    server.on("POST", "/api/v1/projects/:id/claim", () => gated(reason));
    server.on("GET", "/api/v1/projects/:id/qualification/me", () => makeQualification({ gate: gateOf(reason) }));
    await user.click(await screen.findByRole("button", { name: "Start" }));
    expect(await screen.findByRole("heading", { name: "Before you start" })).toBeInTheDocument();
    expect(history.location.pathname).toBe("/qualify/1");
    expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
    expect(screen.queryByRole("link", { name: "My work" })).toBeNull();
    expect(server.sent("POST", FINISH)).toHaveLength(0);
  },
);

test("when the steps are done the work they came for begins", async () => {
  sessionStorage.setItem("annotate:participation", "1");
  const { server, history } = renderApp("/qualify/1");
  server.on("GET", "/api/v1/projects/:id/qualification/me", () => makeQualification({ gate: null }));
  server.on("POST", "/api/v1/projects/:id/claim", () => ({
    assignment: null,
    hit: makeHit(),
    reason: null,
    gate: null,
  }));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Start the work" }));
  await waitFor(() => expect(history.location.pathname).toBe("/hits/50"));
  expect(server.sent("POST", "/api/v1/projects/:id/claim")[0]?.body).toEqual({ stage: "caption" });
});

test("who failed the test reads the result, goes on, and gets the code for that", async () => {
  sessionStorage.setItem("annotate:participation", "1");
  const { server, history } = renderApp("/hits/55/feedback");
  server.on("GET", "/api/v1/projects/:id/qualification/me", () => makeQualification({ gate: gateOf("test_failed") }));
  server.on("POST", FINISH, () => screenedOut);
  server.on("GET", "/api/v1/crowd/participation", () => screenedOut);
  expect(await screen.findByText("Not passed")).toBeInTheDocument();
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
  await userEvent.setup().click(await screen.findByRole("link", { name: "Continue" }));
  expect(await screen.findByDisplayValue("SCREEN0UT")).toBeInTheDocument();
  expect(history.location.pathname).toBe("/entered/1");
});

test("who is kept out after their work goes back at once", async () => {
  sessionStorage.setItem("annotate:participation", "1");
  const { server, history } = renderApp("/hits/50");
  server.on("GET", "/api/v1/hits/:id", () => makeHit({ state: "submitted" }));
  server.on("POST", "/api/v1/projects/:id/claim", () => gated("blocked"));
  server.on("POST", FINISH, () => ({
    ...screenedOut,
    hit: 50,
    completion: { ...screenedOut.completion, code: "C0FFEE" },
  }));
  await userEvent.setup().click(await screen.findByRole("button", { name: "Take new ones" }));
  expect(await screen.findByDisplayValue("C0FFEE")).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "Thank you, your work is complete" })).toBeInTheDocument();
  expect(history.location.pathname).toBe("/entered/1");
});

test("the steps keep their navigation for everybody else", async () => {
  renderApp("/qualify/1");
  expect(await screen.findByRole("heading", { name: "Before you start" })).toBeInTheDocument();
  expect(screen.getByRole("navigation", { name: "Main" })).toBeInTheDocument();
});

test("has no serious accessibility problem", async () => {
  open({ next: "done", state: "submitted", hit: 50 }, { kind: "code", code: "C0FFEE" });
  await screen.findByDisplayValue("C0FFEE");
  expect(await accessibilityProblems()).toEqual([]);
});
