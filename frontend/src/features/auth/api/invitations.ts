import { queryOptions } from "@tanstack/react-query";
import { result, server } from "@/api/client";
import type { Me } from "@/api/types";

export interface NewAccount {
  username: string;
  display_name: string;
  password: string;
}

export const invitationQuery = (secret: string) =>
  queryOptions({
    queryKey: ["invitation", secret],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/invitations/{secret}", { params: { path: { secret } }, signal })),
    staleTime: Infinity,
  });

/** Somebody signed in joins with an empty body; anybody else makes an account on the way. */
export function acceptInvitation(
  secret: string,
  account: NewAccount | null,
): Promise<{ user: Me; project_id: number }> {
  return result(
    server.POST("/api/v1/invitations/{secret}/accept", {
      params: { path: { secret } },
      body: account ?? { display_name: "" },
    }),
  );
}
