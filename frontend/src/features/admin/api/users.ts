import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { SecondFactorRule, User } from "@/api/types";

export const RIGHTS = ["admin", "maker"] as const;
export const STATES = ["open", "blocked", "closed"] as const;

export interface UserFilters {
  q?: string | undefined;
  rights?: (typeof RIGHTS)[number] | undefined;
  state?: (typeof STATES)[number] | undefined;
  cursor?: string | undefined;
}

export const usersQuery = (filters: UserFilters) =>
  queryOptions({
    queryKey: ["users", filters],
    queryFn: ({ signal }) => result(server.GET("/api/v1/users", { params: { query: filters }, signal })),
  });

const one = (userId: number) => ({ path: { user_id: userId } });

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: ["users", userId],
    queryFn: ({ signal }) => result(server.GET("/api/v1/users/{user_id}", { params: one(userId), signal })),
  });

export const membershipsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["users", userId, "memberships"],
    queryFn: ({ signal }) => result(server.GET("/api/v1/users/{user_id}/memberships", { params: one(userId), signal })),
  });

export function endToken(userId: number, tokenId: number): Promise<void> {
  const path = { user_id: userId, token_id: tokenId };
  return done(server.DELETE("/api/v1/users/{user_id}/tokens/{token_id}", { params: { path } }));
}

export function endSession(userId: number, sessionId: number): Promise<void> {
  const path = { user_id: userId, session_id: sessionId };
  return done(server.DELETE("/api/v1/users/{user_id}/sessions/{session_id}", { params: { path } }));
}

export function endSessions(userId: number): Promise<void> {
  return done(server.DELETE("/api/v1/users/{user_id}/sessions", { params: one(userId) }));
}

export function resetFactors(userId: number): Promise<void> {
  return done(server.DELETE("/api/v1/users/{user_id}/second-factors", { params: one(userId) }));
}

export const factorRuleQuery = queryOptions({
  queryKey: ["second-factor-rule"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/installation/second-factors", { signal })),
});

export function setFactorRule(rule: SecondFactorRule): Promise<SecondFactorRule> {
  return result(server.PUT("/api/v1/installation/second-factors", { body: rule }));
}

export interface NewUser {
  username: string;
  display_name: string;
  email: string;
  password: string;
  is_admin: boolean;
  may_create_projects: boolean;
}

export function createUser(user: NewUser): Promise<User> {
  return result(server.POST("/api/v1/users", { body: user }));
}

export interface UserChanges {
  is_admin?: boolean;
  may_create_projects?: boolean;
  is_active?: boolean;
  password?: string;
}

export function changeUser(userId: number, changes: UserChanges): Promise<User> {
  return result(server.PATCH("/api/v1/users/{user_id}", { params: { path: { user_id: userId } }, body: changes }));
}
