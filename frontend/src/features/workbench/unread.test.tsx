import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Assignment } from "@/api/types";
import { objectsAssignment, seedObject } from "@/kinds/fixtures-for-tests";
import { fetchEditors } from "@/testing/editors";
import { FakeServer } from "@/testing/fake-server";
import { renderWithProviders } from "@/testing/render";
import { AssignmentView } from "./route";

beforeAll(() => fetchEditors("objects.v1"));
beforeEach(() => {
  localStorage.clear();
  // What is open is not looked at by itself here, however long a busy machine takes over a test.
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
});

const DRAFT = "/api/v1/assignments/:id/draft";
const SUBMIT = "/api/v1/assignments/:id/submit";
const SEEDS = ["cat", "bowl", "toy"].map((label, at) => seedObject(label, label, 20 + at * 90, 20));

function open(assignment: Assignment = objectsAssignment(SEEDS)) {
  const server = new FakeServer()
    .on("PUT", DRAFT, () => ({ version: 1, saved_at: "2026-05-01T12:03:00Z", lease: {} }))
    .on("POST", SUBMIT, () => ({ assignment_id: 7, submitted_at: "", repeated: false }))
    .on("POST", "/api/v1/projects/:id/claim", () => ({ assignment: null, reason: "nothing_open" }));
  const view = renderWithProviders(
    <AssignmentView assignment={assignment} onNext={vi.fn()} onHit={vi.fn()} onLeave={vi.fn()} />,
    server,
  );
  return { ...view, server, user: userEvent.setup() };
}

const submitted = (server: FakeServer) =>
  server.sent("POST", SUBMIT).map(({ body }) => body as { looked_at: string[] });

it("counts what was looked at, and one key says of each that it is right and leads on", async () => {
  const { user } = open();
  expect(screen.queryByText("All written")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "0 of 3 looked at" }));
  expect(screen.getAllByText("Not looked at")).toHaveLength(3);
  await waitFor(() => expect(screen.getByRole("button", { name: "Looks right, next" })).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "1 of 3 looked at" })).toBeInTheDocument();
  await user.keyboard("{Alt>}l{/Alt}");
  await user.keyboard("{Alt>}l{/Alt}");
  expect(screen.getAllByText("All looked at")[0]).toBeInTheDocument();
});

it("holding the key down looks at nothing", async () => {
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "0 of 3 looked at" }));
  await user.keyboard("{Alt>}{l>6/}{/Alt}");
  expect(screen.getByRole("button", { name: "1 of 3 looked at" })).toBeInTheDocument();
});

it("asks once before anything unread is submitted, and then does as one says", async () => {
  const { user, server } = open();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await screen.findByRole("dialog", { name: "3 of 3 were not looked at" })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Look at them" })).toHaveFocus());
  expect(submitted(server)).toEqual([]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Looks right, next" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Submitted. That is all for now.");
  expect(submitted(server)[0]?.looked_at).toEqual(["cat"]);
});

it("submits what nobody has looked at where one says so", async () => {
  const { user, server } = open();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await user.click(await screen.findByRole("button", { name: "Submit as they are" }));
  await screen.findByText("Submitted. That is all for now.");
  expect(submitted(server)[0]?.looked_at).toEqual([]);
});

it("takes up what was looked at on another device, and keeps what is looked at here", async () => {
  const draft = { version: 1, answer: { objects: SEEDS }, saved_at: "", scratch_reason: null, looked_at: ["cat"] };
  const { user, server } = open(objectsAssignment(SEEDS, { draft, draft_version: 1 }));
  await user.click(screen.getByRole("button", { name: "1 of 3 looked at" }));
  await user.keyboard("{Alt>}l{/Alt}");
  await waitFor(() => expect(server.sent("PUT", DRAFT)).not.toHaveLength(0), { timeout: 8_000 });
  expect(server.sent("PUT", DRAFT).at(-1)?.body).toMatchObject({ version: 1, looked_at: ["cat", "bowl"] });
});
