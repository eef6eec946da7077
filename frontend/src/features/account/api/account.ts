import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { NewToken, Token, User } from "@/api/types";

export function changeProfile(profile: { display_name: string; email: string }): Promise<User> {
  return api.patch("/me", profile);
}

export function changePassword(passwords: { current_password: string; new_password: string }): Promise<void> {
  return api.post("/me/password", passwords);
}

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => api.get<Token[]>("/me/tokens", { signal }),
});

export function createToken(token: { name: string; expires_in_days: number }): Promise<NewToken> {
  return api.post("/me/tokens", token);
}

export function revokeToken(tokenId: number): Promise<void> {
  return api.delete(`/me/tokens/${String(tokenId)}`);
}
