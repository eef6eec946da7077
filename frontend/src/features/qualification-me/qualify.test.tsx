import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MyQualification } from "@/api/hits";
import { accessibilityProblems } from "@/testing/render";
import { renderApp } from "@/testing/render-app";
import { ahead } from "@/testing/world";
import { makeGate, makeHit, makeQualification } from "@/testing/world-hits";

function open(mine: MyQualification = makeQualification()) {
  const app = renderApp("/qualify/1");
  const state = { mine };
  app.server.on("GET", "/api/v1/projects/:id/qualification/me", () => state.mine);
  return { ...app, state, user: userEvent.setup() };
}

const agreed = { version: 2, body: "Text.", agreed: true };
const test_ = makeQualification().test!;
const step = (name: string) => screen.findByRole("region", { name });

test("consent is one's own act: the text is there, and nothing is ticked beforehand", async () => {
  const { user, server, state } = open();
  const agree = await screen.findByRole("button", { name: "Agree and go on" });
  expect(agree).toBeDisabled();
  expect(await screen.findByText(/part of a public collection/, {}, { timeout: 15_000 })).toBeInTheDocument();
  await user.click(screen.getByLabelText("I have read this and agree"));
  state.mine = makeQualification({ consent: agreed, gate: makeGate("practice") });
  await user.click(agree);
  expect(server.sent("POST", "/api/v1/projects/:id/consent/agree")[0]?.body).toEqual({ version: 2 });
  expect(await screen.findByRole("button", { name: "Start practising" })).toBeEnabled();
});

const guidelines = { version: 3, body: "Say what you see.", read: false };

function openGuidelines(address: string) {
  const mine = makeQualification({
    consent: null,
    practice: null,
    test: null,
    guidelines,
    gate: makeGate("guidelines", "Before you begin, read the guidelines of this project."),
  });
  const app = renderApp(address);
  const state = { mine };
  app.server.on("GET", "/api/v1/projects/:id/qualification/me", () => state.mine);
  app.server.on("POST", "/api/v1/projects/:id/guidelines/read", () => {
    state.mine = { ...mine, guidelines: { ...guidelines, read: true }, gate: null };
  });
  return { ...app, user: userEvent.setup() };
}

test("guidelines are confirmed in one step that leads to the task of the stage one came from", async () => {
  const { user, server, history } = openGuidelines("/qualify/1?stage=caption");
  const hit = makeHit();
  server.on("POST", "/api/v1/projects/:id/claim", () => ({ assignment: null, hit, reason: null, gate: null }));
  expect(await screen.findByText("Say what you see.", {}, { timeout: 15_000 })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "I have read them, go on" }));
  const claims = () => server.sent("POST", "/api/v1/projects/1/claim").map(({ body }) => body);
  await waitFor(() => expect(claims()).toEqual([{ stage: "caption" }]), { timeout: 15_000 });
  expect(server.sent("POST", "/api/v1/projects/1/guidelines/read")[0]?.body).toEqual({ version: 3 });
  await waitFor(() => expect(history.location.pathname).toBe("/hits/50"), { timeout: 15_000 });
});

test("where another step follows the guidelines, the page stays and shows it", async () => {
  const { user, server } = openGuidelines("/qualify/1");
  server.on("GET", "/api/v1/projects/:id/qualification/me", () =>
    makeQualification({ consent: null, guidelines: { ...guidelines, read: isRead() }, gate: gateNow() }),
  );
  const isRead = () => server.sent("POST", "/api/v1/projects/1/guidelines/read").length > 0;
  const gateNow = () => makeGate(isRead() ? "practice" : "guidelines");
  await user.click(await screen.findByRole("button", { name: "I have read them, go on" }));
  expect(await screen.findByRole("button", { name: "Start practising" })).toBeEnabled();
  expect(server.sent("POST", "/api/v1/projects/1/claim")).toHaveLength(0);
});

test("a later step cannot be started before its turn", async () => {
  open();
  await step("Test");
  expect(screen.queryByRole("button", { name: "Start the test" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Start practising" })).toBeNull();
});

test("the practice round opens as a mini-batch", async () => {
  const { user, history } = open(makeQualification({ consent: agreed, gate: makeGate("practice") }));
  await user.click(await screen.findByRole("button", { name: "Start practising" }));
  await waitFor(() => expect(history.location.pathname).toBe("/hits/54"));
});

test("a failed test says the result, the attempts left and when to try again", async () => {
  open(
    makeQualification({
      consent: agreed,
      gate: makeGate("test_failed", "The test was not passed."),
      test: { ...test_, score: 0.6, attempts_left: 1, retry_at: ahead(1) },
    }),
  );
  const region = await step("Test");
  expect(within(region).getByText("Your last result was 60%.")).toBeInTheDocument();
  expect(within(region).getByText("1 attempt left.")).toBeInTheDocument();
  expect(within(region).getByText(/^You can try again from/)).toBeInTheDocument();
  expect(within(region).queryByRole("button")).toBeNull();
});

test("when all is done the way leads to the work", async () => {
  open(
    makeQualification({
      consent: agreed,
      gate: null,
      practice: { enabled: true, size: 3, done: true },
      test: { ...test_, passed: true, score: 0.9, expires_at: ahead(90) },
    }),
  );
  expect(await screen.findByText("You can work here now")).toBeInTheDocument();
  expect(screen.getByText(/^Passed with 90%/)).toBeInTheDocument();
});

test("steps a project does not ask for are not shown", async () => {
  open(
    makeQualification({
      consent: null,
      practice: null,
      test: null,
      gate: makeGate("locale", "Only for people in Norway."),
    }),
  );
  expect(await screen.findByText("Only for people in Norway.")).toBeInTheDocument();
  expect(screen.queryByText("Practice round")).toBeNull();
});

test("has no serious accessibility problem", async () => {
  open();
  await step("Test");
  expect(await accessibilityProblems()).toEqual([]);
});
