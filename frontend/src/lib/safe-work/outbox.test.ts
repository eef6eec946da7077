import { beforeEach, expect, test } from "vitest";
import { FakeError, FakeServer } from "@/testing/fake-server";
import { connect } from "@/testing/render";
import { localCopies } from "./local-copies";
import { deliver, pendingOf, readPending, writePending, type PendingSubmission } from "./outbox";

const about = { user: 1, project: "Photographs", stage: "Captions", image: "" };
const batch: PendingSubmission = {
  id: "hit:5",
  path: "/hits/5/submit",
  body: { key: "k", answers: [{ assignment: 11 }, { assignment: 12 }] },
  at: "2026-05-01T12:00:00Z",
  about,
};
const SUBMIT = "/api/v1/hits/:id/submit";

function wait(): FakeServer {
  writePending(batch);
  for (const id of ["11", "12", "13"]) {
    localCopies().write(id, { baseVersion: 1, work: id, changedAt: "2026-05-01T12:00:00Z", about });
  }
  const server = new FakeServer().on("POST", SUBMIT, () => ({ hit_id: 5, submitted_at: "", repeated: false }));
  connect(server);
  return server;
}

beforeEach(() => localStorage.clear());

test("a mini-batch goes as it was written down, and the copies of its tasks go with it", async () => {
  const server = wait();
  expect(await deliver(pendingOf(1))).toEqual({ delivered: 1, refused: [] });
  expect(server.sent("POST", SUBMIT).map(({ body }) => body)).toEqual([batch.body]);
  expect(readPending("hit:5")).toBeNull();
  expect(["11", "12", "13"].map((id) => localCopies().read(id) !== null)).toEqual([false, false, true]);
});

test.each([
  ["is not reached", new FakeError(503, "server_error", "Down."), []],
  ["objects", new FakeError(409, "time_over", "Too late."), ["hit:5"]],
])("where the server %s everything stays", async (_, error, refused) => {
  wait().on("POST", SUBMIT, () => {
    throw error;
  });
  expect(await deliver(pendingOf(1))).toEqual({ delivered: 0, refused });
  expect(readPending("hit:5")).toEqual(batch);
  expect(localCopies().read("11")).not.toBeNull();
});
