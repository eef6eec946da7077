import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Assignment } from "@/api/types";
import { captionAssignment, descriptionAssignment, objectsAssignment, seedObject } from "@/kinds/fixtures-for-tests";
import { fetchEditors } from "@/testing/editors";
import { FakeError, FakeServer, type FakeRequest } from "@/testing/fake-server";
import { renderWithProviders } from "@/testing/render";
import { AssignmentView } from "./route";

beforeAll(() => fetchEditors("objects.v1", "description.v1", "caption.v1"));

const CHECK = "/api/v1/assignments/:id/check";

const finding = (more: object = {}) => ({
  code: "banned_opening",
  path: "text",
  message: "Begin with what is there.",
  severity: "error",
  span: null,
  ...more,
});

const DRAFT = "/api/v1/assignments/:id/draft";
const saved = { version: 1, saved_at: "2026-05-01T12:03:00Z", lease: {}, problems: null };

/** A server that says nothing with a draft, unless told what: then everything is asked for by itself. */
function open(
  assignment: Assignment,
  check: (request: FakeRequest) => unknown,
  draft: (request: FakeRequest) => unknown = () => saved,
) {
  const server = new FakeServer()
    .on("PUT", DRAFT, draft)
    .on("POST", "/api/v1/assignments/:id/heartbeat", () => ({ lease: {} }))
    .on("POST", CHECK, check);
  renderWithProviders(
    <AssignmentView assignment={assignment} onNext={vi.fn()} onHit={vi.fn()} onLeave={vi.fn()} />,
    server,
  );
  return { server, user: userEvent.setup() };
}

async function paste(user: ReturnType<typeof userEvent.setup>, text: string) {
  screen.getByLabelText("Caption").focus();
  await user.paste(text);
}

const asked = (server: FakeServer) =>
  server.sent("POST", CHECK).map((request) => (request.body as { answer: Answer }).answer);

beforeEach(() => localStorage.clear());

test("the server is asked once one pauses, not at every letter", async () => {
  const { server } = open(captionAssignment(), () => ({ problems: [finding()] }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Caption");
  // All in one moment: on a busy machine there would be pauses within the words.
  for (const letter of "There is a cat") fireEvent.input(field, { target: { value: field.value + letter } });
  expect(await screen.findByText("Begin with what is there.")).toBeInTheDocument();
  expect(asked(server)).toEqual([expect.objectContaining({ text: "There is a cat" })]);
});

test("what is said of a draft comes with it, once one pauses", async () => {
  const { server, user } = open(
    captionAssignment(),
    () => ({ problems: [] }),
    () => ({ ...saved, problems: [finding()] }),
  );
  await paste(user, "There is a cat");
  expect(await screen.findByText("Begin with what is there.")).toBeInTheDocument();
  expect(server.sent("PUT", DRAFT).map(({ body }) => body)).toEqual([
    expect.objectContaining({ check: true, answer: expect.objectContaining({ text: "There is a cat" }) as unknown }),
  ]);
  expect(asked(server)).toEqual([]);
});

test("who types on without a pause is saved, and not asked about half a sentence", async () => {
  const { server } = open(captionAssignment(), () => ({ problems: [] }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Caption");
  const typing = setInterval(() => fireEvent.input(field, { target: { value: `${field.value}a` } }), 50);
  await waitFor(() => expect(server.sent("PUT", DRAFT)).toHaveLength(1), { timeout: 5_000 });
  clearInterval(typing);
  expect(server.sent("PUT", DRAFT)[0]?.body).not.toHaveProperty("check");
});

test("where the draft cannot be saved, the rules are asked for by themselves", async () => {
  const { server, user } = open(
    captionAssignment(),
    () => ({ problems: [finding()] }),
    () => {
      throw new FakeError(503, "server_error", "Down.");
    },
  );
  await paste(user, "There is a cat");
  expect(await screen.findByText("Begin with what is there.")).toBeInTheDocument();
  expect(asked(server)).toHaveLength(1);
});

test("nobody is told what is missing from a page that was not begun", async () => {
  const { server } = open(captionAssignment(), () => ({ problems: [finding()] }));
  await new Promise((done) => setTimeout(done, 700));
  expect(asked(server)).toEqual([]);
});

test("the words meant are marked by code points, whatever signs stand before them", async () => {
  const { user } = open(captionAssignment(), () => ({ problems: [finding({ span: [2, 7] })] }));
  await paste(user, "🏠 There stands a house");
  await user.click(await screen.findByRole("button", { name: "Select the words: There" }));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Caption");
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe("There");
});

test("whoever is busy checking is asked again, and nobody is alarmed", async () => {
  let times = 0;
  const { server, user } = open(captionAssignment(), () => {
    times += 1;
    if (times > 1) return { problems: [finding()] };
    throw new FakeError(429, "throttled", "What you asked for before is still under way.", {
      retry: true,
      details: { retry_after: 1 },
    });
  });
  await paste(user, "There is a cat");
  expect(await screen.findByText("Begin with what is there.", undefined, { timeout: 8_000 })).toBeInTheDocument();
  expect(asked(server)).toHaveLength(2);
  expect(screen.queryByText(/still under way/)).not.toBeInTheDocument();
});

test("an older question does not answer over a newer one", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  const { server, user } = open(captionAssignment(), async ({ body }) => {
    const { text } = (body as { answer: { text: string } }).answer;
    if (!text.endsWith("sun.")) await held;
    return { problems: [finding({ message: `About: ${text}` })] };
  });
  await paste(user, "A cat");
  await waitFor(() => expect(asked(server)).toHaveLength(1));
  await paste(user, " in the sun.");
  expect(await screen.findByText("About: A cat in the sun.")).toBeInTheDocument();
  release();
  await new Promise((done) => setTimeout(done, 100));
  expect(screen.getByText("About: A cat in the sun.")).toBeInTheDocument();
  expect(screen.queryByText("About: A cat")).toBeNull();
});

test("a server that cannot be asked is no news beside the text", async () => {
  const { server, user } = open(captionAssignment(), () => {
    throw new FakeError(503, "server_error", "Down.");
  });
  await paste(user, "A cat");
  await waitFor(() => expect(asked(server)).toHaveLength(1));
  expect(screen.queryByText("Down.")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a description and an object are advised where they are written", async () => {
  const advice = finding({ severity: "advice", message: "Say what can be seen." });
  const { user } = open(descriptionAssignment("A nice cat."), () => ({ problems: [advice] }));
  expect(await screen.findByText("Say what can be seen.")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Description of the image"), " More.");
  expect(screen.getByText("Say what can be seen.")).toBeInTheDocument();
});

test("advice on an object stands in its own editor", async () => {
  const advice = finding({ path: "objects[1].description", severity: "advice", message: "Say what can be seen." });
  const { user } = open(objectsAssignment([seedObject("a", "cup", 0, 0), seedObject("b", "bowl", 60, 60)]), () => ({
    problems: [advice],
  }));
  await user.click(screen.getByRole("button", { name: /^cup/ }));
  await new Promise((done) => setTimeout(done, 700));
  expect(screen.queryByText("Say what can be seen.")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^bowl/ }));
  expect(await screen.findByText("Say what can be seen.")).toBeInTheDocument();
});
