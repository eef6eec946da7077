import { notifications } from "@mantine/notifications";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Assignment } from "@/api/types";
import { descriptionAssignment, objectsAssignment, seedObject } from "@/kinds/fixtures-for-tests";
import { fetchEditors } from "@/testing/editors";
import { FakeError, FakeServer } from "@/testing/fake-server";
import { accessibilityProblems, renderWithProviders } from "@/testing/render";
import { AssignmentView } from "./route";

beforeAll(() => fetchEditors("objects.v1", "description.v1", "caption.v1"));

type Body = Record<string, unknown>;
const DRAFT = "/api/v1/assignments/:id/draft";
const SUBMIT = "/api/v1/assignments/:id/submit";
const CLAIM = "/api/v1/projects/:id/claim";

function fakeServer(next: Assignment | null = null) {
  let version = 0;
  return new FakeServer()
    .on("PUT", DRAFT, () => {
      version += 1;
      return { version, saved_at: "2026-05-01T12:03:00Z", lease: {} };
    })
    .on("POST", "/api/v1/assignments/:id/heartbeat", () => ({ lease: {} }))
    .on("POST", "/api/v1/assignments/:id/skip", () => undefined)
    .on("POST", "/api/v1/assignments/:id/release", () => undefined)
    .on("POST", SUBMIT, () => ({ assignment_id: 7, submitted_at: "", repeated: false }))
    .on("POST", CLAIM, () => ({ assignment: next, reason: next ? null : "nothing_open" }));
}

function open(assignment: Assignment, server = fakeServer()) {
  const onNext = vi.fn();
  const onHit = vi.fn();
  const onLeave = vi.fn();
  const view = renderWithProviders(
    <AssignmentView assignment={assignment} onNext={onNext} onHit={onHit} onLeave={onLeave} />,
    server,
  );
  return { ...view, server, onNext, onHit, onLeave, user: userEvent.setup() };
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Description of the image");
const submitButton = () => screen.getByRole("button", { name: "Submit and next" });
const bodies = (server: FakeServer, path: string) =>
  server.sent(path === DRAFT ? "PUT" : "POST", path).map((request) => request.body as Body);

beforeEach(() => {
  localStorage.clear();
  notifications.clean();
});

describe("saving while one writes", () => {
  it("saves by itself, on the version before, and says when", async () => {
    const { user, server } = open(descriptionAssignment("A cat."));
    // In one go: on a busy machine, typing letter by letter takes longer than the pause before saving.
    field().focus();
    await user.paste(" It sleeps.");
    expect(screen.getByText("Saving…")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeInTheDocument(), { timeout: 8_000 });
    expect(bodies(server, DRAFT).at(-1)).toMatchObject({
      version: 0,
      answer: { text: "A cat. It sleeps." },
      scratch_reason: null,
    });
  });

  it("keeps the work on the device when the server cannot be reached, and opens with it again", async () => {
    const server = fakeServer();
    const { user, unmount } = open(descriptionAssignment("A cat."), server);
    server.goOffline();
    await user.type(field(), " Lost?");
    await waitFor(() => expect(screen.getByText(/kept on this device/)).toBeInTheDocument(), { timeout: 8_000 });
    unmount();
    server.goOnline();
    open(descriptionAssignment("A cat."), server);
    expect(field()).toHaveValue("A cat. Lost?");
    await waitFor(() => expect(bodies(server, DRAFT)).toHaveLength(1), { timeout: 8_000 });
  });

  it("opens with the draft of the server", () => {
    const draft = {
      version: 4,
      answer: { text: "Halfway." },
      saved_at: "2026-05-01T12:03:00Z",
      scratch_reason: null,
      looked_at: null,
    };
    open(descriptionAssignment("A cat.", [], { draft, draft_version: 4 }));
    expect(field()).toHaveValue("Halfway.");
    expect(screen.getByText(/^Saved/)).toBeInTheDocument();
  });
});

describe("two versions of one work", () => {
  const stale = () => {
    throw new FakeError(409, "stale_draft", "Edited elsewhere.", {
      details: { version: 5, answer: { text: "From the other window." }, saved_at: "2026-05-01T12:00:00Z" },
    });
  };

  it("shows both, overwrites neither, and goes on with the chosen one", async () => {
    const server = fakeServer().on("PUT", DRAFT, stale);
    const { user } = open(descriptionAssignment("A cat."), server);
    await user.type(field(), " Mine.");
    expect(await screen.findByRole("heading", { name: /two versions/ }, { timeout: 8_000 })).toHaveFocus();
    expect(screen.getByRole("region", { name: "This window" })).toHaveTextContent("A cat. Mine.");
    expect(await accessibilityProblems()).toEqual([]);
    server.on("PUT", DRAFT, () => ({ version: 6, saved_at: "2026-05-01T12:05:00Z", lease: {} }));
    await user.click(screen.getByRole("button", { name: "Go on with this one" }));
    expect(field()).toHaveValue("A cat. Mine.");
    await waitFor(() => expect(bodies(server, DRAFT).at(-1)).toMatchObject({ version: 5 }), { timeout: 8_000 });
  });

  it("takes the other one when that is chosen and saves nothing over it", async () => {
    const server = fakeServer().on("PUT", DRAFT, stale);
    const { user } = open(descriptionAssignment("A cat."), server);
    await user.type(field(), " Mine.");
    await user.click(await screen.findByRole("button", { name: /this one instead/ }, { timeout: 8_000 }));
    expect(field()).toHaveValue("From the other window.");
    expect(bodies(server, DRAFT)).toHaveLength(1);
  });
});

describe("submitting", () => {
  it("sends the answer with a key and goes on to the next of the same stage", async () => {
    const next = descriptionAssignment("Next.", [], { id: 8 });
    const { user, server, onNext } = open(descriptionAssignment("A cat."), fakeServer(next));
    await user.type(field(), " Done.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(onNext).toHaveBeenCalledWith(8));
    const [sent] = bodies(server, SUBMIT);
    expect(sent).toMatchObject({ answer: { text: "A cat. Done." } });
    expect(sent?.["key"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(bodies(server, CLAIM).at(-1)).toEqual({ stage: "description" });
    expect(localStorage.getItem("annotate:unsaved:7")).toBeNull();
  });

  it("repeats a submission whose reply was lost with the same key", async () => {
    const server = fakeServer();
    const { user } = open(descriptionAssignment("A cat."), server);
    let delivered = 0;
    server.on("POST", SUBMIT, () => {
      delivered += 1;
      if (delivered === 1) throw new FakeError(503, "server_error", "Down for a moment.");
      return { assignment_id: 7, submitted_at: "", repeated: true };
    });
    await user.click(submitButton());
    await user.click(await screen.findByRole("button", { name: "Try now" }));
    await screen.findByText("Submitted. That is all for now.");
    const [first, second] = bodies(server, SUBMIT);
    expect(first?.["key"]).toBe(second?.["key"]);
  });

  it("waits on this device while the server is away, outlives a reload, and goes by itself", async () => {
    const server = fakeServer();
    const { user, unmount } = open(descriptionAssignment("A cat."), server);
    await user.type(field(), " Done.");
    server.goOffline();
    await user.click(submitButton());
    expect(await screen.findByText("Your submission is waiting to be sent")).toBeInTheDocument();
    expect(field()).toHaveAttribute("readonly");
    unmount();
    server.goOnline();
    open(descriptionAssignment("A cat."), server);
    await screen.findByText("Submitted. That is all for now.");
    expect(bodies(server, SUBMIT)).toHaveLength(1);
    expect(bodies(server, SUBMIT)[0]).toMatchObject({ answer: { text: "A cat. Done." } });
    // Nothing of the work; what was explained once is remembered.
    const left = Object.keys(localStorage).filter((name) => name.startsWith("annotate:"));
    expect(left.filter((name) => !name.includes("what-to-do"))).toEqual([]);
  });

  it("can be taken back while it waits, and is then saved as a draft and not submitted", async () => {
    const server = fakeServer();
    const { user } = open(descriptionAssignment("A cat."), server);
    server.goOffline();
    await user.type(field(), " Done.");
    await user.click(submitButton());
    await user.click(await screen.findByRole("button", { name: /^Take it back/ }));
    server.goOnline();
    expect(field()).not.toHaveAttribute("readonly");
    await user.type(field(), " No, more.");
    await waitFor(
      () => expect(bodies(server, DRAFT).at(-1)).toMatchObject({ answer: { text: "A cat. Done. No, more." } }),
      {
        timeout: 8_000,
      },
    );
    expect(bodies(server, SUBMIT)).toHaveLength(0);
  });

  it("says calmly when there is nothing more", async () => {
    const { user, onLeave } = open(descriptionAssignment("A cat."));
    await user.click(submitButton());
    expect(await screen.findByRole("heading", { name: /all for now/ })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "My work" }));
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it("checks before it sends", async () => {
    const { user, server } = open(descriptionAssignment("A cat."));
    await user.clear(field());
    await user.click(submitButton());
    expect(screen.getByText("Write a description of the image.")).toBeInTheDocument();
    await waitFor(() => expect(field()).toHaveFocus());
    expect(bodies(server, SUBMIT)).toHaveLength(0);
    await user.type(field(), "A");
    expect(screen.queryByText("Write a description of the image.")).not.toBeInTheDocument();
  });

  it("shows what the server refuses at its field, until that field changes", async () => {
    const server = fakeServer().on("POST", SUBMIT, () => {
      throw new FakeError(422, "invalid", "Some fields need attention.", {
        fields: [{ path: "objects[1].label", code: "label_banned", message: "Use another word." }],
      });
    });
    const objects = [seedObject("cat", "cat", 10, 10), seedObject("bowl", "bowl", 80, 80)];
    const { user } = open(objectsAssignment(objects), server);
    await user.click(submitButton());
    await user.click(await screen.findByRole("button", { name: "Submit as they are" }));
    const label = await screen.findByLabelText("Label of object 2");
    await waitFor(() => expect(label).toHaveFocus());
    expect(screen.getByText("Use another word.")).toBeInTheDocument();
    await user.type(label, "s");
    expect(screen.queryByText("Use another word.")).not.toBeInTheDocument();
  });

  it("takes an answer that had arrived before for submitted", async () => {
    const server = fakeServer().on("POST", SUBMIT, () => {
      throw new FakeError(409, "already_submitted", "You have already submitted this task.");
    });
    const { user } = open(descriptionAssignment("A cat."), server);
    await user.click(submitButton());
    expect(await screen.findByText("Submitted. That is all for now.")).toBeInTheDocument();
  });
});

describe("a lease that ran out", () => {
  const lost = () => {
    throw new FakeError(409, "lease_lost", "Your time ran out.", { remedy: "Submit, or take another task." });
  };

  it("says so, keeps the text readable, and lets one submit all the same", async () => {
    const server = fakeServer().on("PUT", DRAFT, lost);
    const { user } = open(descriptionAssignment("A cat."), server);
    field().focus();
    await user.paste(" Late.");
    expect(await screen.findByText("This task is no longer held for you", {}, { timeout: 8_000 })).toBeInTheDocument();
    expect(screen.getByText("Your time ran out. Submit, or take another task.")).toBeInTheDocument();
    expect(field()).toHaveValue("A cat. Late.");
    expect(field()).toHaveAttribute("readonly");
    await user.click(screen.getByRole("button", { name: "Submit it all the same" }));
    expect(await screen.findByText("Submitted. That is all for now.")).toBeInTheDocument();
    expect(bodies(server, SUBMIT)[0]).toMatchObject({ answer: { text: "A cat. Late." } });
  });
});

describe("an image that was withdrawn meanwhile", () => {
  const withdrawn = () => {
    throw new FakeError(409, "withdrawn", "This image was withdrawn.", { remedy: "Take another task." });
  };

  it.each(["draft", "submission"])("is told at the %s, and submitting is not offered any more", async (when) => {
    const server = fakeServer().on(when === "draft" ? "PUT" : "POST", when === "draft" ? DRAFT : SUBMIT, withdrawn);
    const { user } = open(descriptionAssignment("A cat."), server);
    if (when === "draft") await user.type(field(), " Late.");
    else await user.click(submitButton());
    expect(
      await screen.findByText("This image was withdrawn. Take another task.", {}, { timeout: 8_000 }),
    ).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Submit it all the same" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Take another task" })).toBeEnabled();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });
});

describe("leaving a task otherwise", () => {
  it("asks for a reason before skipping", async () => {
    const { user, server } = open(descriptionAssignment("A cat."));
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: /Skip/ }));
    const dialog = await screen.findByRole("dialog");
    const confirm = within(dialog).getByRole("button", { name: /Skip and go/ });
    expect(confirm).toBeDisabled();
    await user.click(within(dialog).getByLabelText("Another reason"));
    expect(confirm).toBeDisabled();
    await user.type(within(dialog).getByRole("textbox"), "Twice the same image");
    await user.click(confirm);
    expect(await screen.findByText("Skipped. That is all for now.")).toBeInTheDocument();
    expect(bodies(server, "/api/v1/assignments/:id/skip")).toEqual([
      { reason: "other", comment: "Twice the same image" },
    ]);
  });

  it("puts the task back only after the draft is safe", async () => {
    const { user, server, onLeave } = open(descriptionAssignment("A cat."));
    await user.type(field(), " Half");
    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: /Put back/ }));
    await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
    const order = server.requests.map((request) => `${request.method} ${request.path.split("/").at(-1) ?? ""}`);
    expect(order.indexOf("PUT draft")).toBeLessThan(order.indexOf("POST release"));
  });
});

it("starts from scratch with a reason, remembers it, and goes back", async () => {
  const { user, server } = open(descriptionAssignment("A cat."));
  await user.click(screen.getByRole("button", { name: "Start from scratch" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByLabelText("It is too vague"));
  await user.click(within(dialog).getByRole("button", { name: "Start from scratch" }));
  expect(field()).toHaveValue("");
  await waitFor(
    () =>
      expect(bodies(server, DRAFT).at(-1)).toMatchObject({ answer: { text: "" }, scratch_reason: "It is too vague" }),
    { timeout: 8_000 },
  );
  await user.click(screen.getByRole("button", { name: "Back to the earlier text" }));
  expect(field()).toHaveValue("A cat.");
});

it("lists the keys that work here and turns single keys off", async () => {
  const { user } = open(objectsAssignment([seedObject("cat", "cat", 10, 10)]));
  await user.keyboard("?");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("Merge the selected objects")).toBeInTheDocument();
  await user.click(within(dialog).getByRole("switch", { name: /Single-key shortcuts/ }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard("h");
  expect(screen.getByRole("button", { name: "Hide all boxes" })).toBeInTheDocument();
});

it("says when a task is over or of an unknown kind", () => {
  const { unmount } = open(descriptionAssignment("A cat.", [], { state: "submitted" }));
  expect(screen.getByText("You have already submitted this task.")).toBeInTheDocument();
  unmount();
  const stage = { key: "x", title: "X", title_code: null, kind: "dance.v1", settings: {} };
  open({ ...descriptionAssignment("A cat."), stage });
  expect(screen.getByText(/does not know tasks of the kind dance\.v1/)).toBeInTheDocument();
});

it("has no serious accessibility finding", async () => {
  const { container } = open(objectsAssignment([seedObject("cat", "cat", 10, 10)]));
  expect(await accessibilityProblems(container)).toEqual([]);
});
