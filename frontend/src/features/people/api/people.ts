import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Member, CreatedInvitation, NamedInvitations, Role } from "@/api/types";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export function changeMember(
  projectId: number,
  memberId: number,
  changes: { role?: Role; is_blocked?: boolean },
): Promise<Member> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}/members/{member_id}", {
      params: { path: { project_id: projectId, member_id: memberId } },
      body: changes,
    }),
  );
}

export function removeMember(projectId: number, memberId: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/members/{member_id}", {
      params: { path: { project_id: projectId, member_id: memberId } },
    }),
  );
}

export const invitationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "invitations"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/invitations", { params: of(projectId), signal })),
  });

export interface InvitationTerms {
  role: Role;
  expires_in_days: number;
  uses: number;
}

export function createInvitation(projectId: number, terms: InvitationTerms): Promise<CreatedInvitation> {
  return result(server.POST("/api/v1/projects/{project_id}/invitations", { params: of(projectId), body: terms }));
}

export function revokeInvitation(projectId: number, invitationId: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/invitations/{invitation_id}", {
      params: { path: { project_id: projectId, invitation_id: invitationId } },
    }),
  );
}

export const namedInvitationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "named-invitations"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/named-invitations", { params: of(projectId), signal })),
  });

export function inviteByName(
  projectId: number,
  people: { usernames: string[]; role: Role },
): Promise<NamedInvitations> {
  return result(
    server.POST("/api/v1/projects/{project_id}/named-invitations", { params: of(projectId), body: people }),
  );
}

export function withdrawNamedInvitation(projectId: number, invitationId: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/named-invitations/{named_invitation_id}", {
      params: { path: { project_id: projectId, named_invitation_id: invitationId } },
    }),
  );
}
