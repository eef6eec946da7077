import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { Member, CreatedInvitation, Role } from "@/api/types";

const of = (projectId: number) => ({ path: { project_id: projectId } });

export const membersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "members"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/members", { params: of(projectId), signal })),
  });

export function addMember(projectId: number, member: { username: string; role: Role }): Promise<Member> {
  return result(server.POST("/api/v1/projects/{project_id}/members", { params: of(projectId), body: member }));
}

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
