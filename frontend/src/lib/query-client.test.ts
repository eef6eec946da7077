import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { createQueryClient } from "./query-client";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failure = (status: number, retry: boolean) =>
  new ApiError(status, {
    code: "x",
    message: "",
    message_code: "",
    remedy: null,
    remedy_code: null,
    retry,
  });

/** A query that fails until it is told otherwise. */
function watched(problem: ApiError) {
  const server = { isDown: true, asked: 0 };
  const observer = new QueryObserver(createQueryClient({ retryDelay: 1 }), {
    queryKey: ["x"],
    queryFn: () => {
      server.asked += 1;
      return server.isDown ? Promise.reject(problem) : Promise.resolve("here");
    },
  });
  observer.subscribe(() => undefined);
  return { server, observer };
}

test.each([
  [0, "out of reach"],
  [503, "without its database"],
])("a page whose server is %s %s goes on by itself when that has passed", async (status) => {
  const { server, observer } = watched(failure(status, true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(observer.getCurrentResult().isError).toBe(true);
  server.isDown = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(observer.getCurrentResult().data).toBe("here");
  const { asked } = server;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toBe(asked);
});

test("what is refused is not asked for again", async () => {
  const { server } = watched(failure(404, false));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toBe(1);
});
