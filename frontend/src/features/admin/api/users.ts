import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { User } from "@/api/types";

export const usersQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["users", { cursor }],
    queryFn: ({ signal }) => result(server.GET("/api/v1/users", { params: { query: { cursor } }, signal })),
  });

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
