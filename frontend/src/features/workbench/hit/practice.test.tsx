import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import type { Hit, PracticeResult } from "@/api/hits";
import type { CaptionAnswer } from "@/api/types";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { FakeError } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { accessibilityProblems } from "@/testing/render";

const CHECK = "/api/v1/assignments/:id/practice-check";

function practice(purpose: Hit["purpose"] = "practice"): Hit {
  return {
    id: 5,
    state: "live",
    purpose,
    project: { id: 3, name: "Photographs" },
    stage: captionAssignment().stage,
    deadline: new Date(Date.now() + 1_800_000).toISOString(),
    seconds: 1800,
    started_at: new Date().toISOString(),
    assignments: [11, 12].map((id) => captionAssignment({ id, hit: 5 })),
  };
}

function open(purpose?: Hit["purpose"]) {
  const app = renderApp("/hits/5");
  const result = (id: number): PracticeResult => ({
    assignment: id,
    fields: [{ path: "text_detected", expected: true, given: false, right: false }],
    note: "Look at the door.",
    example: null,
  });
  app.server
    .on("GET", "/api/v1/hits/:id", () => practice(purpose))
    .on("PUT", "/api/v1/assignments/:id/draft", () => ({ version: 1, saved_at: new Date().toISOString(), lease: {} }))
    .on("POST", "/api/v1/assignments/:id/check", () => ({ problems: [] }))
    .on("POST", "/api/v1/assignments/:id/heartbeat", () => ({ lease: {} }))
    .on("POST", CHECK, ({ params, body }) => {
      if (!(body as { answer: CaptionAnswer }).answer.text) {
        const fields = [{ path: "text", code: "text_missing", message: "Write a caption." }];
        throw new FakeError(422, "invalid", "Some places need your attention.", { fields });
      }
      return result(Number(params.id));
    });
  return { ...app, user: userEvent.setup() };
}

async function write(user: ReturnType<typeof userEvent.setup>, text: string) {
  (await screen.findByLabelText<HTMLTextAreaElement>("Caption")).focus();
  await user.paste(text);
}

beforeEach(() => localStorage.clear());

it("tells what was right of an image before the next one", async () => {
  const { user, server } = open();
  await write(user, "A red house.");
  await user.click(await screen.findByRole("button", { name: "Check my answer" }));
  expect(await screen.findByRole("region", { name: "What was right" })).toHaveTextContent(/Expected: Yes/);
  expect(screen.getByText("Look at the door.")).toBeInTheDocument();
  expect(server.sent("POST", CHECK).map(({ params }) => params.id)).toEqual(["11"]);
  await user.click(screen.getByRole("button", { name: "Next page" }));
  expect(await screen.findByRole("button", { name: "Check my answer" })).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "What was right" })).toBeNull();
});

it("takes the focus to what was right, so that it is read out", async () => {
  const { user } = open();
  await write(user, "A red house.");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.getByRole("heading", { name: "0 of 1 as expected" })).toHaveFocus());
  expect(await accessibilityProblems()).toEqual([]);
});

it("says what is missing, and tells nothing of an answer that is not ready", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Check my answer" }));
  expect(await screen.findAllByText("Write a caption.")).not.toHaveLength(0);
  expect(screen.queryByRole("region", { name: "What was right" })).toBeNull();
});

it.each(["test", "work"] as const)("is not offered in what is no practice: %s", async (purpose) => {
  open(purpose);
  expect(await screen.findByRole("button", { name: "Next page" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Check my answer" })).toBeNull();
});
