import { done, result, server } from "@/api/client";
import type { Team } from "@/api/types";

export type TeamTerms = Pick<Team, "name" | "basis" | "language">;

const of = (projectId: number, teamId: number) => ({ path: { project_id: projectId, team_id: teamId } });

export function makeTeam(projectId: number, terms: TeamTerms): Promise<Team> {
  return result(
    server.POST("/api/v1/projects/{project_id}/teams", {
      params: { path: { project_id: projectId } },
      body: terms,
    }),
  );
}

export function changeTeam(projectId: number, teamId: number, terms: TeamTerms): Promise<Team> {
  return result(
    server.PATCH("/api/v1/projects/{project_id}/teams/{team_id}", { params: of(projectId, teamId), body: terms }),
  );
}

export function deleteTeam(projectId: number, teamId: number): Promise<void> {
  return done(server.DELETE("/api/v1/projects/{project_id}/teams/{team_id}", { params: of(projectId, teamId) }));
}

/** Puts members into a team, or takes them out, all at once. */
export function moveInTeam(projectId: number, teamId: number, people: { into?: number[]; out?: number[] }) {
  return result(
    server.POST("/api/v1/projects/{project_id}/teams/{team_id}/people", {
      params: of(projectId, teamId),
      body: { into: people.into ?? [], out: people.out ?? [] },
    }),
  );
}
