import { queryOptions } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Invitation, Member, NewInvitation, Role } from "@/api/types";

const base = (projectId: number) => `/projects/${String(projectId)}`;

export const membersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "members"],
    queryFn: ({ signal }) => api.get<Member[]>(`${base(projectId)}/members`, { signal }),
  });

export function addMember(projectId: number, member: { username: string; role: Role }): Promise<Member> {
  return api.post(`${base(projectId)}/members`, member);
}

export function changeMember(
  projectId: number,
  memberId: number,
  changes: { role?: Role; is_blocked?: boolean },
): Promise<Member> {
  return api.patch(`${base(projectId)}/members/${String(memberId)}`, changes);
}

export function removeMember(projectId: number, memberId: number): Promise<void> {
  return api.delete(`${base(projectId)}/members/${String(memberId)}`);
}

export const invitationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["projects", projectId, "invitations"],
    queryFn: ({ signal }) => api.get<Invitation[]>(`${base(projectId)}/invitations`, { signal }),
  });

export interface InvitationTerms {
  role: Role;
  expires_in_days: number;
  uses: number;
}

export function createInvitation(projectId: number, terms: InvitationTerms): Promise<NewInvitation> {
  return api.post(`${base(projectId)}/invitations`, terms);
}

export function revokeInvitation(projectId: number, invitationId: number): Promise<void> {
  return api.delete(`${base(projectId)}/invitations/${String(invitationId)}`);
}
