import { notifications } from "@mantine/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hit } from "@/api/hits";
import type { CaptionAnswer } from "@/api/types";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { readPending } from "@/lib/safe-work";
import { fetchEditors } from "@/testing/editors";
import { FakeError, type FakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

beforeAll(() => fetchEditors("caption.v1"));
beforeEach(() => {
  localStorage.clear();
  notifications.clean();
});

const SUBMIT = "/api/v1/hits/:id/submit";
const DRAFT = "/api/v1/assignments/:id/draft";

function makeHit(more: Partial<Hit> = {}): Hit {
  return {
    id: 5,
    state: "live",
    purpose: "work",
    project: { id: 3, name: "Photographs" },
    stage: captionAssignment().stage,
    deadline: new Date(Date.now() + 30 * 60_000).toISOString(),
    seconds: 1800,
    started_at: new Date().toISOString(),
    assignments: [11, 12].map((id) => captionAssignment({ id, hit: 5 })),
    ...more,
  };
}

function open(hit: Hit = makeHit(), address = "/hits/5") {
  const app = renderApp(address);
  const state = { hit };
  app.server
    .on("GET", "/api/v1/hits/:id", () => state.hit)
    .on("PUT", DRAFT, () => ({ version: 1, saved_at: new Date().toISOString(), lease: {} }))
    .on("POST", "/api/v1/assignments/:id/check", () => ({ problems: [] }))
    .on("POST", "/api/v1/assignments/:id/heartbeat", () => ({ lease: {} }))
    .on("POST", SUBMIT, () => ({ hit_id: 5, submitted_at: "", repeated: false }))
    .on("GET", "/api/v1/hits/:id/completion", () => ({ kind: "none", url: "", code: "", fields: {} }))
    .on("POST", "/api/v1/projects/:id/claim", () => ({
      assignment: null,
      hit: null,
      reason: "nothing_open",
      gate: null,
    }));
  return { ...app, state, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;
const field = () => screen.findByLabelText<HTMLTextAreaElement>("Caption");
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const LATE = { timeout: 8_000 };

async function writeAll(user: User) {
  for (const number of [1, 2]) {
    await user.click(await button(new RegExp(`^Page ${String(number)}:`)));
    (await field()).focus();
    await user.paste(`Caption ${String(number)}`);
  }
}

async function submitOffline(app: ReturnType<typeof open>) {
  await writeAll(app.user);
  app.server.goOffline();
  await app.user.click(await button("Submit all 2"));
  expect(await screen.findByText("Your submission is waiting to be sent")).toBeInTheDocument();
}

interface Sent {
  key: string;
  answers: { assignment: number; answer: CaptionAnswer }[];
}
const submitted = (server: FakeServer) => server.sent("POST", SUBMIT).map(({ body }) => body as Sent);
const texts = (sent: Sent) => sent.answers.map(({ assignment, answer }) => [assignment, answer.text]);
const ALL = [
  [11, "Caption 1"],
  [12, "Caption 2"],
];
const DONE = "Submitted. That is all for now.";

describe("a mini-batch submitted while the server is away", () => {
  it("waits, can be read and not changed, says until when it counts, and goes when the network is back", async () => {
    const app = open();
    await submitOffline(app);
    const saved = app.server.sent("PUT", DRAFT).length;
    expect(screen.getByText("Offline – kept on this device")).toBeInTheDocument();
    expect(screen.getByText(/It counts if it arrives before your time is up/)).toBeInTheDocument();
    expect(await field()).toHaveAttribute("readonly");
    await app.user.click(await button(/^Page 1:/));
    expect(await field()).toHaveValue("Caption 1");
    expect(await field()).toHaveAttribute("readonly");
    app.server.goOnline();
    act(() => {
      window.dispatchEvent(new Event("online"));
    });
    expect(await screen.findByRole("heading", { name: DONE })).toBeInTheDocument();
    expect(submitted(app.server).map(texts)).toEqual([ALL]);
    expect(app.server.sent("PUT", DRAFT)).toHaveLength(saved);
    expect(Object.keys(localStorage).filter((name) => /unsaved|outbox/.test(name))).toEqual([]);
  });

  it("outlives a reload, shows what was written, and is sent with its key", async () => {
    const first = open();
    await submitOffline(first);
    const { key } = readPending("hit:5")!.body;
    first.unmount();
    const again = open();
    again.server.on("POST", SUBMIT, () => {
      throw new FakeError(503, "server_error", "Down.");
    });
    expect(await field()).toHaveValue("Caption 2");
    expect(await screen.findByText("Your submission is waiting to be sent")).toBeInTheDocument();
    again.server.on("POST", SUBMIT, () => ({ hit_id: 5, submitted_at: "", repeated: true }));
    await again.user.click(await button("Try now"));
    expect(await screen.findByRole("heading", { name: DONE })).toBeInTheDocument();
    const sent = submitted(again.server);
    expect(new Set(sent.map((request) => request.key))).toEqual(new Set([key]));
    expect(texts(sent.at(-1)!)).toEqual(ALL);
  });

  it("goes from My work without being opened again, and its pages are not listed beside it", async () => {
    const first = open();
    await submitOffline(first);
    first.unmount();
    const away = open(makeHit(), "/");
    away.server.on("POST", SUBMIT, () => {
      throw new FakeError(503, "server_error", "Down.");
    });
    expect(await screen.findByText(/on its way$/)).toBeInTheDocument();
    expect(screen.getAllByRole("link", { name: /^Open / })).toHaveLength(1);
    away.server.on("POST", SUBMIT, () => ({ hit_id: 5, submitted_at: "", repeated: false }));
    act(() => {
      window.dispatchEvent(new Event("online"));
    });
    await waitFor(() => expect(screen.queryByText("Not sent yet")).toBeNull());
    expect(texts(submitted(away.server).at(-1)!)).toEqual(ALL);
    expect(Object.keys(localStorage).filter((name) => /unsaved|outbox/.test(name))).toEqual([]);
  });

  it("is said not to be taken, and opened where it is fixed, when the server objects", async () => {
    const first = open();
    await submitOffline(first);
    first.unmount();
    const objecting = () => {
      const fields = [{ path: "answers[0].text", code: "duplicate", message: "You wrote the same before." }];
      throw new FakeError(422, "invalid", "Some answers need mending.", { fields });
    };
    const away = open(makeHit(), "/");
    away.server.on("POST", SUBMIT, objecting);
    expect(await screen.findByText(/not taken: open it to see why$/)).toBeInTheDocument();
    await away.user.click(screen.getByRole("link", { name: /^Open / }));
    expect(await button("Page 1: 1 thing to fix")).toBeInTheDocument();
    expect(readPending("hit:5")).toBeNull();
  });

  it("can be taken back and is then saved as drafts, and submitted anew under another key", async () => {
    const app = open();
    await submitOffline(app);
    const { key } = readPending("hit:5")!.body;
    await app.user.click(await button(/^Take it back/));
    app.server.goOnline();
    (await field()).focus();
    await app.user.paste(" and more");
    const drafts = () =>
      app.server
        .sent("PUT", DRAFT)
        .map(({ params, body }) => [params.id, (body as { answer: CaptionAnswer }).answer.text]);
    await waitFor(() => expect(drafts()).toContainEqual(["12", "Caption 2 and more"]), LATE);
    expect(drafts()).toContainEqual(["11", "Caption 1"]);
    expect(submitted(app.server)).toEqual([]);
    await app.user.click(await button("Submit all 2"));
    await screen.findByRole("heading", { name: DONE });
    expect(submitted(app.server)[0]!.key).not.toBe(key);
  }, 15_000);

  it("that comes too late ends with what was written in view", async () => {
    const app = open();
    await submitOffline(app);
    app.server.on("POST", SUBMIT, () => {
      app.state.hit = { ...app.state.hit, state: "expired" };
      throw new FakeError(409, "time_over", "The time for this set of tasks is over.");
    });
    app.server.goOnline();
    await app.user.click(await button("Try now"));
    expect(await screen.findByRole("heading", { name: "The time for these 2 pages ran out" })).toBeInTheDocument();
    expect(screen.getByText("Page 2: Caption 2")).toBeInTheDocument();
    expect(readPending("hit:5")).toBeNull();
  });

  it("is tried once more when it is opened after its end, and counts if the server takes it", async () => {
    const first = open();
    await submitOffline(first);
    first.unmount();
    const late = open(makeHit({ state: "expired" }));
    late.server.on("POST", SUBMIT, () => {
      late.state.hit = makeHit({ state: "submitted" });
      return { hit_id: 5, submitted_at: "", repeated: false };
    });
    expect(await screen.findByRole("heading", { name: "All 2 submitted. Thank you." })).toBeInTheDocument();
    expect(texts(submitted(late.server)[0]!)).toEqual(ALL);
    expect(Object.keys(localStorage).filter((name) => /unsaved|outbox/.test(name))).toEqual([]);
  });
});

it("what is on this device of a mini-batch that was handed in elsewhere is shown, until it is not needed", async () => {
  const first = open();
  first.server.on("PUT", DRAFT, () => {
    throw new FakeError(503, "server_error", "Down.");
  });
  await writeAll(first.user);
  first.unmount();
  const over = open(makeHit({ state: "submitted" }));
  expect(await screen.findByText("Typed here and not handed in")).toBeInTheDocument();
  expect(screen.getByText("Page 1: Caption 1")).toBeInTheDocument();
  await over.user.click(await button("I do not need it"));
  expect(screen.queryByText("Page 1: Caption 1")).toBeNull();
  expect(Object.keys(localStorage).filter((name) => name.includes("unsaved"))).toEqual([]);
});

it("a page of which there are two versions is shown before anything is submitted", async () => {
  const { user, server } = open();
  server.on("PUT", DRAFT, ({ params }) => {
    if (params.id !== "11") return { version: 1, saved_at: new Date().toISOString(), lease: {} };
    throw new FakeError(409, "stale_draft", "Edited elsewhere.", {
      details: {
        version: 5,
        answer: { ...captionAssignment().start, text: "Elsewhere." },
        saved_at: new Date().toISOString(),
      },
    });
  });
  await writeAll(user);
  await waitFor(() => expect(server.sent("PUT", DRAFT).map(({ params }) => params.id)).toContain("11"), LATE);
  await user.click(await button("Submit all 2"));
  expect(await screen.findByRole("heading", { name: /two versions/ })).toBeInTheDocument();
  expect(await button(/^Page 1:/)).toHaveAttribute("aria-current", "step");
  expect(submitted(server)).toEqual([]);
}, 15_000);
