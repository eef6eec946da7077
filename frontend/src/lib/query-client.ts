import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "@/api/errors";

const MAX_RETRIES = 2;
const AGAIN_MS = 5_000;

/** Only faults that may pass by themselves are tried again, and only for reads. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isApiError(error) && error.retry;
}

/** Out of reach, or without what it rests on: that passes, and the page goes on without a click. */
function isOutage(error: unknown): boolean {
  return isApiError(error) && (error.status === 0 || error.status === 503) && error.retry;
}

export function createQueryClient(options: { retryDelay?: number } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: options.retryDelay ?? ((attempt) => Math.min(1000 * 2 ** attempt, 8000)),
        // A query with an interval of its own goes on by that.
        refetchInterval: (query) => (isOutage(query.state.error) ? AGAIN_MS : false),
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
