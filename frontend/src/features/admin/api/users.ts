import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Page, User } from "@/api/types";

export const usersQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["users", { cursor }],
    queryFn: ({ signal }) => api.get<Page<User>>("/users", { query: { cursor }, signal }),
  });

export interface NewUser {
  username: string;
  display_name: string;
  email: string;
  password: string;
  is_admin: boolean;
}

export function createUser(user: NewUser): Promise<User> {
  return api.post("/users", user);
}
