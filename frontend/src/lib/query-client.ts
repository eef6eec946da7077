import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "@/api/errors";

const MAX_RETRIES = 2;

/** Only faults that may pass by themselves are tried again, and only for reads. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < MAX_RETRIES && isApiError(error) && error.retry;
}

export function createQueryClient(options: { retryDelay?: number } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: options.retryDelay ?? ((attempt) => Math.min(1000 * 2 ** attempt, 8000)),
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
