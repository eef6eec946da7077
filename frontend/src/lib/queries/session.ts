import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Me, Session } from "@/api/types";
import { rememberLeaving } from "@/lib/leaving";
import { forgetHistories } from "@/lib/safe-work";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/session", { signal })),
  staleTime: 5 * 60_000,
});

/** The signed-in person; only for pages behind the session gate. */
export function useUser(): Me {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data.user) throw new Error("This page is for signed-in people only.");
  return data.user;
}

export function useOptionalUser(): Me | null {
  return useQuery(sessionQuery).data?.user ?? null;
}

export function signIn(credentials: { username: string; password: string }): Promise<Session> {
  return result(server.POST("/api/v1/session", { body: credentials }));
}

/** Where the browser goes now. What undo could bring back is for nobody who comes after. */
export async function signOut(): Promise<string> {
  const { address } = await result(server.DELETE("/api/v1/session"));
  forgetHistories();
  if (address === null) return "/login";
  rememberLeaving(address);
  return address;
}
