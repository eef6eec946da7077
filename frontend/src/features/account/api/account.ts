import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Me, CreatedToken } from "@/api/types";

export function changeProfile(profile: { display_name: string; email: string }): Promise<Me> {
  return result(server.PATCH("/api/v1/me", { body: profile }));
}

export function changeLanguage(language: Me["preferences"]["language"]): Promise<Me> {
  return result(server.PATCH("/api/v1/me", { body: { preferences: { language } } }));
}

export function changePassword(passwords: {
  current_password: string;
  new_password: string;
  end_tokens: boolean;
}): Promise<void> {
  return done(server.POST("/api/v1/me/password", { body: passwords }));
}

export function sendAddressAgain(): Promise<void> {
  return done(server.POST("/api/v1/me/address/send-again"));
}

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/me/tokens", { signal })),
});

export function createToken(token: { name: string; expires_in_days: number }): Promise<CreatedToken> {
  return result(server.POST("/api/v1/me/tokens", { body: token }));
}

export function revokeToken(tokenId: number): Promise<void> {
  return done(server.DELETE("/api/v1/me/tokens/{token_id}", { params: { path: { token_id: tokenId } } }));
}

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/me/sessions", { signal })),
});

export function endSession(sessionId: number): Promise<void> {
  return done(server.DELETE("/api/v1/me/sessions/{session_id}", { params: { path: { session_id: sessionId } } }));
}

export function endOtherSessions(): Promise<void> {
  return done(server.DELETE("/api/v1/me/sessions"));
}
