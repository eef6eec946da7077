import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";

/** Whether this installation can mail a link to who forgot their password. */
export const passwordResetsQuery = queryOptions({
  queryKey: ["password-resets"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/password-resets", { signal })),
  staleTime: Infinity,
});

export function askForLink(account: string): Promise<void> {
  return done(server.POST("/api/v1/password-resets", { body: { account } }));
}

export interface NewPassword {
  new_password: string;
  end_tokens: boolean;
}

export function setNewPassword(token: string, chosen: NewPassword): Promise<void> {
  return done(server.POST("/api/v1/password-resets/use", { body: { token, ...chosen } }));
}
