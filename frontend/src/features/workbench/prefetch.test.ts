import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { descriptionAssignment } from "@/kinds/fixtures-for-tests";
import { FakeServer } from "@/testing/fake-server";
import { dropPrefetched, prefetch } from "./prefetch";
import { claimNext } from "./api";

const CLAIM = "/api/v1/projects/:id/claim";
const RELEASE = "/api/v1/assignments/:id/release";
const next = (id: number, isAhead: boolean) => descriptionAssignment("Next.", [], { id, is_ahead: isAhead });

let server: FakeServer;
let claims: number;

beforeEach(() => {
  claims = 8;
  server = new FakeServer()
    .on("POST", CLAIM, ({ body }) => ({
      assignment: next(claims, (body as { ahead?: boolean }).ahead === true),
      hit: null,
      reason: null,
      gate: null,
    }))
    .on("POST", RELEASE, () => undefined);
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => dropPrefetched());

const released = () => server.sent("POST", RELEASE).map(({ params }) => params["id"]);

it("holds the next task, and the claim after it begins the same one", async () => {
  await prefetch(3, "description");
  const claim = await claimNext(3, "description");
  expect(claim.assignment?.id).toBe(8);
  expect(server.sent("POST", CLAIM).map(({ body }) => body)).toEqual([
    { stage: "description", ahead: true },
    { stage: "description" },
  ]);
  expect(released()).toEqual([]);
});

it("puts it back when another task was given, or none", async () => {
  await prefetch(3, "description");
  claims = 9;
  await claimNext(3, "description");
  await vi.waitFor(() => expect(released()).toEqual(["8"]));
});

it("puts it back once when nobody goes on from here", async () => {
  await prefetch(3, "description");
  await dropPrefetched();
  await dropPrefetched();
  await vi.waitFor(() => expect(released()).toEqual(["8"]));
});

it("asks once at a time, and a claim waits for what is under way", async () => {
  server.delay = 30;
  const first = prefetch(3, "description");
  const second = prefetch(3, "description");
  await claimNext(3, "description");
  await Promise.all([first, second]);
  expect(server.sent("POST", CLAIM).map(({ body }) => (body as { ahead?: boolean }).ahead)).toEqual([true, undefined]);
  expect(released()).toEqual([]);
});

it("holds nothing where there is nothing to be had ahead, or the server is away", async () => {
  server.on("POST", CLAIM, () => ({ assignment: null, hit: null, reason: "not_ahead", gate: null }));
  await prefetch(3, "description");
  server.goOffline();
  await prefetch(3, "description");
  await dropPrefetched();
  server.goOnline();
  expect(released()).toEqual([]);
});
