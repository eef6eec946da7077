import { queryOptions, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Session, User } from "@/api/types";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => api.get<Session>("/session", { signal }),
  staleTime: 5 * 60_000,
});

/** The signed-in person; only for pages behind the session gate. */
export function useUser(): User {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data.user) throw new Error("This page is for signed-in people only.");
  return data.user;
}

export function useOptionalUser(): User | null {
  return useQuery(sessionQuery).data?.user ?? null;
}

export function signIn(credentials: { username: string; password: string }): Promise<Session> {
  return api.post("/session", credentials);
}

export function signOut(): Promise<void> {
  return api.delete("/session");
}
