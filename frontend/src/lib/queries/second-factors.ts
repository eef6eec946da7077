import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Enrolled, NewTotp, SecondFactors, Session } from "@/api/types";
import { makePasskey, signByPasskey } from "@/lib/passkeys";

const FACTORS = "/api/v1/me/second-factors";

export const secondFactorsQuery = queryOptions({
  queryKey: ["second-factors"],
  queryFn: ({ signal }): Promise<SecondFactors> => result(server.GET(FACTORS, { signal })),
});

export function answerByCode(code: string): Promise<Session> {
  return result(server.POST("/api/v1/session/code", { body: { code } }));
}

/** Answers the open question by a passkey; where none is open, says who one is. */
export async function answerByPasskey(): Promise<Session> {
  const { options } = await result(server.POST("/api/v1/session/passkey/begin"));
  const credential = await signByPasskey(options);
  return result(server.POST("/api/v1/session/passkey", { body: { credential } as never }));
}

export function giveUpAnswering(): Promise<void> {
  return done(server.DELETE("/api/v1/session/code"));
}

export function beginApp(): Promise<NewTotp> {
  return result(server.POST("/api/v1/me/second-factors/app"));
}

export function confirmApp(code: string): Promise<Enrolled> {
  return result(server.POST("/api/v1/me/second-factors/app/confirm", { body: { code } }));
}

export function removeApp(): Promise<void> {
  return done(server.DELETE("/api/v1/me/second-factors/app"));
}

export async function addPasskey(name: string): Promise<Enrolled> {
  const { options } = await result(server.POST("/api/v1/me/second-factors/passkeys/begin"));
  const credential = await makePasskey(options);
  return result(server.POST("/api/v1/me/second-factors/passkeys", { body: { name, credential } as never }));
}

export async function renamePasskey(passkeyId: number, name: string): Promise<void> {
  const params = { path: { passkey_id: passkeyId } };
  await result(server.PATCH("/api/v1/me/second-factors/passkeys/{passkey_id}", { params, body: { name } }));
}

export function removePasskey(passkeyId: number): Promise<void> {
  const params = { path: { passkey_id: passkeyId } };
  return done(server.DELETE("/api/v1/me/second-factors/passkeys/{passkey_id}", { params }));
}

export async function makeRecoveryCodes(): Promise<string[]> {
  const { codes } = await result(server.POST("/api/v1/me/second-factors/recovery-codes"));
  return codes;
}

export function confirmBy(given: { password: string } | { code: string }): Promise<void> {
  return done(server.POST("/api/v1/me/confirm", { body: given }));
}

export async function confirmByPasskey(): Promise<void> {
  const { options } = await result(server.POST("/api/v1/me/confirm/passkey/begin"));
  const credential = await signByPasskey(options);
  await done(server.POST("/api/v1/me/confirm/passkey", { body: { credential } as never }));
}
