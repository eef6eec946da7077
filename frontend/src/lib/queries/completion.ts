import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import { isApiError } from "@/api/errors";
import type { Completion } from "@/api/hits";

const NONE: Completion = { kind: "none", url: null, code: null, fields: {} };

/** How to go back to the platform one came from; most people came from none. */
export const completionQuery = (hitId: number) =>
  queryOptions({
    queryKey: ["hits", hitId, "completion"],
    queryFn: async ({ signal }) => {
      try {
        return await api.get<Completion>(`/hits/${String(hitId)}/completion`, { signal });
      } catch (error) {
        if (isApiError(error) && error.status === 404) return NONE;
        throw error;
      }
    },
  });
