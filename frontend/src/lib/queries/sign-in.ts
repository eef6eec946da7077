import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { SignInWays } from "@/api/sso";

/** Why a provider signed nobody in, as the server says it in the address of the page. */
export const signInProblems = [
  "denied",
  "expired",
  "unavailable",
  "not_trusted",
  "email_missing",
  "email_unverified",
  "email_domain",
  "email_known",
  "no_account",
  "account_closed",
  "taken",
  "too_often",
] as const;

export type SignInProblem = (typeof signInProblems)[number];

/** The ways to sign in that this installation offers. */
export const waysQuery = queryOptions({
  queryKey: ["sign-in"],
  queryFn: ({ signal }): Promise<SignInWays> => result(server.GET("/api/v1/sign-in", { signal })),
  staleTime: 60_000,
});

/** Where to go to sign in by a provider. */
export async function beginSignIn(key: string, next: string): Promise<string> {
  const away = await result(
    server.POST("/api/v1/sign-in/{provider_key}/begin", { params: { path: { provider_key: key } }, body: { next } }),
  );
  return away.address;
}
