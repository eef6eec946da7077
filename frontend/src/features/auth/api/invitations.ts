import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { InvitationInfo, User } from "@/api/types";

export interface NewAccount {
  username: string;
  display_name: string;
  password: string;
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) =>
      api.get<InvitationInfo>(`/invitations/${encodeURIComponent(token)}`, { signal }),
    staleTime: Infinity,
  });

/** Somebody signed in joins with an empty body; anybody else makes an account on the way. */
export function acceptInvitation(
  token: string,
  account: NewAccount | null,
): Promise<{ user: User; project_id: number }> {
  return api.post(`/invitations/${encodeURIComponent(token)}/accept`, account ?? {});
}
