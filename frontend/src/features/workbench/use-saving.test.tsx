import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captionAssignment } from "@/kinds/fixtures-for-tests";
import { ActiveTime } from "./active-time";
import { heartbeat } from "./api";
import { useHeartbeat } from "./use-saving";

vi.mock(import("./api"), async (original) => ({
  ...(await original()),
  heartbeat: vi.fn(() => Promise.resolve(lease)),
}));

const MINUTE_MS = 60_000;
const assignment = captionAssignment();
const lease = { ...assignment.lease, heartbeat_seconds: 60, seconds: 30 * 60 };

function work(secondsSinceSaved: () => number) {
  const time = new ActiveTime({ idleSeconds: 60 });
  time.activity();
  const options = { time, isRunning: true, secondsSinceSaved, onLost: vi.fn() };
  renderHook(() => useHeartbeat({ ...options, assignment: held }));
}

const held = { ...assignment, lease };

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(heartbeat).mockClear();
});
afterEach(() => vi.useRealTimers());

test("who looks at the image and types nothing is known to be there once a minute", async () => {
  work(() => Infinity);
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(heartbeat).toHaveBeenCalledTimes(3);
});

test("a draft that was saved within the minute says so already", async () => {
  work(() => 10);
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(heartbeat).not.toHaveBeenCalled();
});

test("after the last draft no more time goes by without a sign than at other times", async () => {
  const savedAt = performance.now() + 50_000;
  work(() => (performance.now() - savedAt) / 1000);
  await vi.advanceTimersByTimeAsync(109_000);
  expect(heartbeat).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(heartbeat).toHaveBeenCalledTimes(1);
});
