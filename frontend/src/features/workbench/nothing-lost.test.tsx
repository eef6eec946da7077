import { useQueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assignment, Me } from "@/api/types";
import { descriptionAssignment } from "@/kinds/fixtures-for-tests";
import { sessionQuery } from "@/lib/queries/session";
import { fetchEditors } from "@/testing/editors";
import { FakeError, FakeServer } from "@/testing/fake-server";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { ada, mei } from "@/testing/world";
import { AssignmentView } from "./route";

beforeAll(() => fetchEditors("description.v1"));
beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
});

const DRAFT = "/api/v1/assignments/:id/draft";
const SUBMIT = "/api/v1/assignments/:id/submit";

function stale() {
  throw new FakeError(409, "stale_draft", "Edited elsewhere.", {
    details: { version: 5, answer: { text: "From the other window." }, saved_at: "2026-05-01T12:00:00Z" },
  });
}
function lost() {
  throw new FakeError(409, "lease_lost", "Your time ran out.", { remedy: "Take another task." });
}
const saved = () => ({ version: 6, saved_at: "2026-05-01T12:05:00Z", lease: {} });

function fakeServer() {
  return new FakeServer()
    .on("PUT", DRAFT, saved)
    .on("POST", SUBMIT, () => ({ assignment_id: 7, submitted_at: "", repeated: false }))
    .on("POST", "/api/v1/projects/:id/claim", () => ({ assignment: null, reason: "nothing_open" }));
}

/** Somebody signed in, known before the page is drawn. */
function SignedIn({ user, children }: { user: Me; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => client.setQueryData(sessionQuery.queryKey, { user, pending: null }));
  return children;
}

function open(server: FakeServer, assignment: Assignment = descriptionAssignment("A cat."), user: Me = ada) {
  const view = renderWithProviders(
    <SignedIn user={user}>
      <AssignmentView assignment={assignment} onNext={vi.fn()} onHit={vi.fn()} onLeave={vi.fn()} />
    </SignedIn>,
    server,
  );
  return { ...view, user: userEvent.setup() };
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Description of the image");
const LATE = { timeout: 8_000 };

const BURST = " It sleeps on a grey blanket, and nobody dares to wake it up again.";
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

/** Letter after letter without a pause, for longer than saving waits: it is answered on the way. */
async function typeOn() {
  // A busy machine is no pause of the person: time goes on between the letters, hardly while they are worked on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  act(() => field().focus());
  const user = userEvent.setup({ delay: null });
  for (const letter of BURST) {
    await user.keyboard(letter);
    await pass(60);
  }
}

async function pause() {
  await pass(1_000);
  vi.useRealTimers();
}

describe("what comes up in the middle of typing waits for a pause", () => {
  it("so every letter is in this window's version when there are two", async () => {
    const server = fakeServer().on("PUT", DRAFT, stale);
    open(server);
    await typeOn();
    expect(server.sent("PUT", DRAFT)).toHaveLength(1);
    expect(field()).toHaveValue("A cat." + BURST);
    await pause();
    expect(await screen.findByRole("heading", { name: /two versions/ }, LATE)).toHaveFocus();
    expect(screen.getByRole("region", { name: "This window" })).toHaveTextContent("A cat." + BURST);
    expect(localStorage.getItem("annotate:unsaved:7")).toContain("A cat." + BURST);
  }, 15_000);

  it("so every letter can be copied, and is kept, when the task is lost", async () => {
    const server = fakeServer().on("PUT", DRAFT, lost);
    const { user } = open(server);
    await typeOn();
    expect(server.sent("PUT", DRAFT)).toHaveLength(1);
    expect(field()).toHaveValue("A cat." + BURST);
    await pause();
    const notice = (await screen.findByText("This task is no longer held for you", {}, LATE)).closest("[role=alert]");
    expect(notice).toHaveFocus();
    expect(field()).toHaveValue("A cat." + BURST);
    await user.click(within(notice as HTMLElement).getByRole("button", { name: "Copy the text" }));
    expect(await navigator.clipboard.readText()).toBe("A cat." + BURST);
    expect(localStorage.getItem("annotate:unsaved:7")).toContain("A cat." + BURST);
  }, 15_000);

  it("but whoever submits has stopped typing: two versions are shown at once, and nothing is sent", async () => {
    const server = fakeServer().on("PUT", DRAFT, stale);
    const { user } = open(server);
    await typeOn();
    vi.useRealTimers();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByRole("heading", { name: /two versions/ }, LATE)).toBeInTheDocument();
    expect(server.sent("POST", SUBMIT)).toEqual([]);
  }, 15_000);
});

describe("the version one does not go on with", () => {
  async function toConflict(server = fakeServer()) {
    server.on("PUT", DRAFT, stale);
    const view = open(server);
    await view.user.type(field(), " Mine.");
    await screen.findByRole("heading", { name: /two versions/ }, LATE);
    server.on("PUT", DRAFT, saved);
    return { ...view, server };
  }
  const show = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole("button", { name: "Show" }));
    return screen.findByRole("dialog", { name: "Other versions of this" });
  };

  it("is kept behind a quiet line, also after a reload, and can be copied and deleted", async () => {
    const { user, unmount, server } = await toConflict();
    await user.click(screen.getByRole("button", { name: "Go on with this one" }));
    expect(screen.getByText("Another version of this is kept.")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeInTheDocument(), LATE);
    unmount();
    const draft = {
      version: 6,
      answer: { text: "A cat. Mine." },
      saved_at: "2026-05-01T12:05:00Z",
      scratch_reason: null,
      looked_at: null,
    };
    const again = open(server, descriptionAssignment("A cat.", [], { draft, draft_version: 6 }));
    const dialog = await show(again.user);
    expect(within(dialog).getByText("From the other window.")).toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
    await again.user.click(within(dialog).getByRole("button", { name: "Copy the text" }));
    expect(await navigator.clipboard.readText()).toBe("From the other window.");
    await again.user.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(within(dialog).getByText("No other version is kept any more.")).toBeInTheDocument();
    await again.user.click(within(dialog).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText("Another version of this is kept.")).toBeNull());
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(localStorage.getItem("annotate:versions:7")).toBeNull();
  }, 20_000);

  it("can be taken up again, and the other one is then kept in its place", async () => {
    const { user, server } = await toConflict();
    await user.click(screen.getByRole("button", { name: "Go on with this one instead" }));
    expect(field()).toHaveValue("From the other window.");
    const dialog = await show(user);
    await user.click(within(dialog).getByRole("button", { name: "Go on with this one" }));
    expect(field()).toHaveValue("A cat. Mine.");
    await waitFor(
      () =>
        expect(server.sent("PUT", DRAFT).at(-1)?.body).toMatchObject({ version: 5, answer: { text: "A cat. Mine." } }),
      LATE,
    );
    expect(within(await show(user)).getByText("From the other window.")).toBeInTheDocument();
  }, 15_000);

  it("of two that were put together, either is kept", async () => {
    const { user } = await toConflict();
    const merge = screen.getByRole("region", { name: "Put both together" });
    await user.click(within(within(merge).getAllByRole("radiogroup")[0]!).getByText("Both"));
    await user.click(within(merge).getByRole("button", { name: "Go on with this" }));
    expect(screen.getByText("2 other versions of this are kept.")).toBeInTheDocument();
  }, 15_000);

  it("is not shown to the next person at this device", async () => {
    const { user, unmount, server } = await toConflict();
    await user.click(screen.getByRole("button", { name: "Go on with this one" }));
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeInTheDocument(), LATE);
    unmount();
    const next = open(server, descriptionAssignment("A cat."), mei);
    expect(field()).toBeInTheDocument();
    expect(screen.queryByText("Another version of this is kept.")).toBeNull();
    next.unmount();
    open(server);
    expect(screen.getByText("Another version of this is kept.")).toBeInTheDocument();
  }, 15_000);

  it("is nothing where it is empty or what everybody begins with", async () => {
    const server = fakeServer().on("PUT", DRAFT, () => {
      throw new FakeError(409, "stale_draft", "Edited elsewhere.", {
        details: { version: 5, answer: { text: "A cat." }, saved_at: "2026-05-01T12:00:00Z" },
      });
    });
    const { user } = open(server);
    await user.type(field(), " Mine.");
    await user.click(await screen.findByRole("button", { name: "Go on with this one" }, LATE));
    expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
  }, 15_000);
});
