import { queryOptions } from "@tanstack/react-query";
import { done, result, server } from "@/api/client";
import type { CreatedInvitation, InvitedPeople, MailedInvitation, Member, NewInvitees, Role } from "@/api/types";

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

export function renewInvitation(projectId: number, invitationId: number): Promise<CreatedInvitation> {
  return result(
    server.POST("/api/v1/projects/{project_id}/invitations/{invitation_id}/renew", {
      params: { path: { project_id: projectId, invitation_id: invitationId } },
    }),
  );
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

export const mailedInvitationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "mailed-invitations"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/mailed-invitations", { params: of(projectId), signal })),
  });

export function sendInvitation(projectId: number, invitationId: number): Promise<MailedInvitation> {
  return result(
    server.POST("/api/v1/projects/{project_id}/mailed-invitations/{mailed_invitation_id}/send", {
      params: { path: { project_id: projectId, mailed_invitation_id: invitationId } },
    }),
  );
}

export const suggestedPeopleQuery = (projectId: number, q: string) =>
  queryOptions({
    queryKey: ["projects", projectId, "suggested-people", q],
    queryFn: ({ signal }) =>
      result(
        server.GET("/api/v1/projects/{project_id}/suggested-people", {
          params: { ...of(projectId), query: { q } },
          signal,
        }),
      ),
  });

/** What each entry of a list means; asking does nothing. */
export const inviteesQuery = (projectId: number, entries: string[]) =>
  queryOptions({
    queryKey: ["projects", projectId, "invitees", entries],
    queryFn: ({ signal }) =>
      result(
        server.POST("/api/v1/projects/{project_id}/invitees/check", {
          params: of(projectId),
          body: { entries },
          signal,
        }),
      ),
  });

export function invitePeople(projectId: number, people: NewInvitees): Promise<InvitedPeople> {
  return result(server.POST("/api/v1/projects/{project_id}/invitees", { params: of(projectId), body: people }));
}

export const capacityQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "capacity"],
    queryFn: ({ signal }) =>
      result(server.GET("/api/v1/projects/{project_id}/capacity", { params: of(projectId), signal })),
  });

export function withdrawNamedInvitation(projectId: number, invitationId: number): Promise<void> {
  return done(
    server.DELETE("/api/v1/projects/{project_id}/named-invitations/{named_invitation_id}", {
      params: { path: { project_id: projectId, named_invitation_id: invitationId } },
    }),
  );
}
