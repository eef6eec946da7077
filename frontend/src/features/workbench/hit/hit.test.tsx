import { notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Finding, Hit } from "@/api/hits";
import type { Answer, CaptionAnswer } from "@/api/types";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { fetchEditors } from "@/testing/editors";
import { FakeError, type FakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { accessibilityProblems } from "@/testing/render";

beforeAll(() => fetchEditors("objects.v1", "description.v1", "caption.v1"));

const MINUTE = 60_000;

function makeHit(more: Partial<Hit> = {}): Hit {
  const assignments = [11, 12, 13].map((id) => captionAssignment({ id, hit: 5 }));
  const stage = captionAssignment().stage;
  return {
    id: 5,
    state: "live",
    purpose: "work",
    project: { id: 3, name: "Photographs" },
    stage,
    deadline: new Date(Date.now() + 30 * MINUTE).toISOString(),
    seconds: 1800,
    started_at: new Date().toISOString(),
    assignments,
    ...more,
  };
}

/** The rules of this test: a caption must have a text. */
function findings(answer: Answer): Finding[] {
  const { text } = answer as CaptionAnswer;
  return text
    ? []
    : [{ code: "text_missing", path: "text", message: "Write a caption.", severity: "error", span: null }];
}

function open(hit: Hit = makeHit(), address = "/hits/5") {
  const app = renderApp(address);
  const state = { hit };
  app.server
    .on("GET", "/api/v1/hits/:id", () => state.hit)
    .on("PUT", "/api/v1/assignments/:id/draft", () => ({ version: 1, saved_at: new Date().toISOString(), lease: {} }))
    .on("POST", "/api/v1/assignments/:id/check", ({ body }) => ({
      problems: findings((body as { answer: Answer }).answer),
    }))
    .on("POST", "/api/v1/assignments/:id/heartbeat", () => ({ lease: {} }))
    .on("POST", "/api/v1/assignments/:id/skip", () => undefined)
    .on("POST", "/api/v1/hits/:id/submit", () => ({ hit_id: 5, submitted_at: "", repeated: false }))
    .on("POST", "/api/v1/hits/:id/release", () => undefined)
    .on("GET", "/api/v1/hits/:id/completion", () => ({ kind: "none", url: "", code: "", fields: {} }))
    .on("POST", "/api/v1/projects/:id/claim", () => ({
      assignment: null,
      hit: null,
      reason: "nothing_open",
      gate: null,
    }));
  return { ...app, state, user: userEvent.setup() };
}

const field = () => screen.findByLabelText<HTMLTextAreaElement>("Caption");
const button = (name: string) => screen.findByRole("button", { name });
const page = (number: number) => screen.findByRole("button", { name: new RegExp(`^Page ${String(number)}:`) });

type User = ReturnType<typeof userEvent.setup>;

/** In one go: how letters arrive is not the matter here. */
async function write(user: User, text: string) {
  (await field()).focus();
  await user.paste(text);
}

async function writeAll(user: User) {
  for (const number of [1, 2, 3]) {
    await user.click(await page(number));
    await write(user, `Caption ${String(number)}`);
  }
}

interface Sent {
  key: string;
  answers: { assignment: number; answer: CaptionAnswer; active_seconds: number }[];
}
const submitted = (server: FakeServer) =>
  server.sent("POST", "/api/v1/hits/:id/submit").map(({ body }) => body as Sent);

beforeEach(() => {
  localStorage.clear();
  notifications.clean();
});

describe("the pages", () => {
  it("go forth and back, and nothing typed is lost between them", async () => {
    const { user } = open();
    await write(user, "First.");
    await user.click(await button("Next page"));
    expect(await field()).toHaveValue("");
    await write(user, "Second.");
    await user.click(await button("Previous"));
    expect(await field()).toHaveValue("First.");
    await user.click(await page(2));
    expect(await field()).toHaveValue("Second.");
  });

  it("save their drafts each for itself", async () => {
    const { user, server } = open();
    await write(user, "First.");
    await user.click(await button("Next page"));
    await write(user, "Second.");
    const drafts = () =>
      server
        .sent("PUT", "/api/v1/assignments/:id/draft")
        .map(({ params, body }) => [params.id, (body as { answer: CaptionAnswer }).answer.text]);
    await waitFor(() => expect(drafts()).toContainEqual(["11", "First."]), { timeout: 8_000 });
    await waitFor(() => expect(drafts()).toContainEqual(["12", "Second."]), { timeout: 8_000 });
  });

  it("say what is known of each", async () => {
    const { user } = open();
    await write(user, "First.");
    await waitFor(async () => expect(await page(1)).toHaveAccessibleName("Page 1: ready"));
    expect(await page(3)).toHaveAccessibleName("Page 3: not opened yet");
    expect(await page(1)).toHaveAttribute("aria-current", "step");
  });

  it("are reached by keys alone", async () => {
    const { user } = open();
    await write(user, "First.");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await page(2)).toHaveAttribute("aria-current", "step");
    await user.keyboard("{Alt>}{PageUp}{/Alt}");
    expect(await page(1)).toHaveAttribute("aria-current", "step");
  });

  it("open where one was when the window was closed", async () => {
    const first = open();
    await first.user.click(await page(3));
    first.unmount();
    open();
    expect(await page(3)).toHaveAttribute("aria-current", "step");
  });

  it("count the time of the one on screen only", async () => {
    const { user, server } = open();
    await writeAll(user);
    await user.click(await page(1));
    await new Promise((done) => setTimeout(done, 1200));
    await user.click(await page(3));
    await user.click(await button("Submit all 3"));
    await waitFor(() => expect(submitted(server)).toHaveLength(1));
    const seconds = submitted(server)[0]!.answers.map((answer) => answer.active_seconds);
    expect(seconds[0]).toBeGreaterThanOrEqual(1.2);
    // Had the time of a page that is not on screen run on, the second would have the first one's, too.
    expect(seconds[0]!).toBeGreaterThan(seconds[1]! + 0.8);
  });
});

describe("submitting", () => {
  it("sends all pages as one, in their order", async () => {
    const { user, server } = open();
    await writeAll(user);
    await user.click(await button("Submit all 3"));
    expect(await screen.findByRole("heading", { name: "Submitted. That is all for now." })).toBeInTheDocument();
    expect(submitted(server)).toHaveLength(1);
    expect(submitted(server)[0]!.answers.map(({ assignment, answer }) => [assignment, answer.text])).toEqual([
      [11, "Caption 1"],
      [12, "Caption 2"],
      [13, "Caption 3"],
    ]);
  });

  it("first says what is missing, with a way to each page, and sends nothing", async () => {
    const { user, server } = open();
    await write(user, "First.");
    await user.click(await page(3));
    await user.click(await button("Submit all 3"));
    const dialog = await screen.findByRole("dialog", { name: "Not quite ready" });
    expect(
      within(dialog)
        .getAllByRole("button", { name: /^Page/ })
        .map((element) => element.textContent),
    ).toEqual(["Page 2: 1 thing to fix", "Page 3: 1 thing to fix"]);
    await user.click(within(dialog).getByRole("button", { name: /^Page 2/ }));
    expect(await screen.findByText("Write a caption.")).toBeInTheDocument();
    await waitFor(async () => expect(await field()).toHaveFocus());
    expect(await page(2)).toHaveAttribute("aria-current", "step");
    expect(submitted(server)).toEqual([]);
  });

  it("shows what the server refuses on its page, and can be sent again", async () => {
    const { user, server } = open();
    let refusals = 1;
    server.on("POST", "/api/v1/hits/:id/submit", () => {
      if (refusals-- > 0) {
        const fields = [{ path: "answers[1].text", code: "duplicate", message: "You wrote the same before." }];
        throw new FakeError(422, "invalid", "Some answers need mending.", { fields });
      }
      return { hit_id: 5, submitted_at: "", repeated: false };
    });
    await writeAll(user);
    await user.click(await button("Submit all 3"));
    await user.click(await button("Page 2: 1 thing to fix"));
    expect(await screen.findByText("You wrote the same before.")).toBeInTheDocument();
    await write(user, " anew");
    await user.click(await page(3));
    await user.click(await button("Submit all 3"));
    await waitFor(() => expect(submitted(server)).toHaveLength(2));
    expect(submitted(server)[0]!.key).not.toBe(submitted(server)[1]!.key);
  });

  it("repeats the same submission when the answer got lost", async () => {
    const { user, server } = open();
    let failures = 1;
    server.on("POST", "/api/v1/hits/:id/submit", () => {
      if (failures-- > 0) throw new FakeError(503, "server_error", "Down for a moment.");
      return { hit_id: 5, submitted_at: "", repeated: true };
    });
    await writeAll(user);
    await user.click(await button("Submit all 3"));
    expect(await screen.findByText("Your submission is waiting to be sent")).toBeInTheDocument();
    await user.click(await button("Submit all 3"));
    await waitFor(() => expect(submitted(server)).toHaveLength(2));
    expect(submitted(server)[0]!.key).toBe(submitted(server)[1]!.key);
  });

  it("goes on to the next mini-batch", async () => {
    const { user, server, state, history } = open();
    server.on("POST", "/api/v1/projects/:id/claim", () => {
      state.hit = makeHit({ id: 6, assignments: [captionAssignment({ id: 21, hit: 6 })] });
      return { assignment: null, hit: state.hit, reason: null, gate: null };
    });
    await writeAll(user);
    await user.click(await button("Submit all 3"));
    await waitFor(() => expect(history.location.pathname).toBe("/hits/6"));
    expect(await button("Submit")).toBeInTheDocument();
  });

  it("of a practice round leads to its feedback", async () => {
    const { user, server, history, state } = open(makeHit({ purpose: "practice" }));
    server.on("POST", "/api/v1/assignments/:id/practice-check", ({ params }) => ({
      assignment: Number(params.id),
      fields: [],
      note: "",
      example: null,
    }));
    await writeAll(user);
    for (const number of [1, 2, 3]) {
      await user.click(await page(number));
      await user.click(await button("Check my answer"));
      await button(number < 3 ? "Next page" : "Finish the practice");
    }
    state.hit = { ...state.hit, state: "submitted" };
    await user.click(await button("Finish the practice"));
    await waitFor(() => expect(history.location.pathname).toBe("/hits/5/feedback"));
  });

  it("gives people of a crowd platform their code", async () => {
    const { user, server, state } = open();
    server.on("GET", "/api/v1/hits/:id/completion", () => ({ kind: "code", url: "", code: "C0FFEE", fields: {} }));
    server.on("POST", "/api/v1/hits/:id/submit", () => {
      state.hit = { ...state.hit, state: "submitted" };
      return { hit_id: 5, submitted_at: "", repeated: false };
    });
    await writeAll(user);
    await user.click(await button("Submit all 3"));
    expect(await screen.findByDisplayValue("C0FFEE")).toBeInTheDocument();
    expect(server.sent("POST", "/api/v1/projects/:id/claim")).toEqual([]);
  });
});

describe("one image", () => {
  it("can be skipped, and the others are submitted without it", async () => {
    const { user, server } = open();
    await writeAll(user);
    await user.click(await page(2));
    await user.click(await button("More"));
    await user.click(await screen.findByRole("menuitem", { name: /Skip this task/ }));
    await user.click(await screen.findByLabelText("The image is broken or cannot be seen"));
    await user.click(await button("Skip and go to the next"));
    await waitFor(async () => expect(await page(2)).toHaveAccessibleName("Page 2: skipped"));
    expect(await page(3)).toHaveAttribute("aria-current", "step");
    await user.click(await button("Submit all 3"));
    await waitFor(() => expect(submitted(server)).toHaveLength(1));
    expect(submitted(server)[0]!.answers.map(({ assignment }) => assignment)).toEqual([11, 13]);
  });

  it("of a mini-batch is not done alone: its address leads to the whole", async () => {
    const { server, history } = open(makeHit(), "/work/11");
    server.on("GET", "/api/v1/assignments/:id", () => captionAssignment({ id: 11, hit: 5 }));
    await waitFor(() => expect(history.location.pathname).toBe("/hits/5"));
  });
});

describe("the time", () => {
  it("is shown in minutes and said aloud near its end", async () => {
    open(makeHit({ deadline: new Date(Date.now() + 4.5 * MINUTE).toISOString() }));
    expect(await screen.findByText("5 min left")).toBeInTheDocument();
    expect(screen.getByText("5 minutes are left for these pages.")).toBeInTheDocument();
  });

  it("says nothing aloud while there is plenty", async () => {
    open();
    expect(await screen.findByText("30 min left")).toBeInTheDocument();
    expect(screen.queryByText(/are left for these pages/)).toBeNull();
  });

  it("may run out: what is on the page can still be sent for a little while", async () => {
    const { user, server } = open(makeHit({ deadline: new Date(Date.now() + 900).toISOString() }));
    await write(user, "x");
    const notice = (await screen.findByText("The time is up")).closest("[role=alert]") as HTMLElement;
    expect(server.sent("PUT", "/api/v1/assignments/:id/draft").length).toBeGreaterThan(0);
    expect(within(notice).getByRole("button", { name: "Submit all 3 now" })).toBeEnabled();
  });

  it("when too late, says so and shows what is kept", async () => {
    const { user, server, state } = open(makeHit({ deadline: new Date(Date.now() + 500).toISOString() }));
    server.on("POST", "/api/v1/hits/:id/submit", () => {
      state.hit = { ...state.hit, state: "expired" };
      throw new FakeError(409, "lease_lost", "Too late.");
    });
    await writeAll(user);
    await user.click(await button("Submit all 3 now"));
    expect(await screen.findByRole("heading", { name: "The time for these 3 pages ran out" })).toBeInTheDocument();
    expect(screen.getByText("Page 2: Caption 2")).toBeInTheDocument();
  });
});

it("puts everything back with the drafts kept", async () => {
  const { user, server, history } = open();
  await write(user, "First.");
  await user.click(await button("More"));
  await user.click(await screen.findByRole("menuitem", { name: "Put all 3 back, keep my drafts" }));
  await waitFor(() => expect(server.sent("POST", "/api/v1/hits/:id/release")).toHaveLength(1));
  expect(server.sent("PUT", "/api/v1/assignments/:id/draft").length).toBeGreaterThan(0);
  await waitFor(() => expect(history.location.pathname).toBe("/work"));
});

it("says plainly that a mini-batch is over when it is opened too late", async () => {
  const draft = {
    version: 1,
    answer: { ...captionAssignment().start, text: "Kept." },
    saved_at: "",
    scratch_reason: null,
    looked_at: null,
  };
  const over = makeHit({ state: "expired", assignments: [captionAssignment({ id: 11, state: "expired", draft })] });
  const { user, server } = open(over);
  expect(await screen.findByText("Page 1: Kept.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Copy the text" })).toBeInTheDocument();
  await user.click(await button("Take new ones"));
  await waitFor(() => expect(server.sent("POST", "/api/v1/projects/:id/claim")).toHaveLength(1));
});

it("has no serious accessibility problem", async () => {
  open();
  await field();
  expect(await accessibilityProblems()).toEqual([]);
});
