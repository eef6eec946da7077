import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";

/** Projects that the person signed in is asked to join. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ["own-invitations"],
  queryFn: ({ signal }) => result(server.GET("/api/v1/me/invitations", { signal })),
  staleTime: 60_000,
});

const of = (id: number) => ({ path: { own_invitation_id: id } });

export function acceptOwnInvitation(id: number): Promise<{ project_id: number }> {
  return result(server.POST("/api/v1/me/invitations/{own_invitation_id}/accept", { params: of(id) }));
}

export function declineOwnInvitation(id: number): Promise<void> {
  return done(server.POST("/api/v1/me/invitations/{own_invitation_id}/decline", { params: of(id) }));
}
