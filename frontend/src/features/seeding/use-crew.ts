import { useQuery } from "@tanstack/react-query";
import type { BackendInfo, Connection, ModelAssignment, SeedRole } from "@/api/models";
import { backendsQuery, connectionsQuery, modelAssignmentQuery } from "@/lib/queries/models";
import { messageOf } from "@/lib/server-messages";

/** One who can play a role, and whether they can do it here. */
export interface Player {
  name: string;
  version: string;
  available: boolean;
  reason: string;
}

export interface Crew {
  players: Record<SeedRole, Player[]>;
  /** By name; null where nobody is to play the role. */
  assigned: Record<SeedRole, string | null>;
}

const roles = ["detector", "captioner", "ocr"] as const satisfies readonly SeedRole[];
const byRole = <T>(make: (role: SeedRole) => T) =>
  Object.fromEntries(roles.map((role) => [role, make(role)])) as Record<SeedRole, T>;

/** What may be built in is the usual choice where no model is used. */
function usual(
  role: SeedRole,
  players: Player[],
  connections: Connection[],
  assignment: ModelAssignment,
): string | null {
  const chosen = connections.find(({ id }) => id === assignment[role]);
  if (chosen) return chosen.name;
  if (role === "ocr") return null;
  const able = players.filter(({ available }) => available);
  const builtIn = connections.filter(({ built_in: own }) => own).map(({ name }) => name);
  return (able.find(({ name }) => builtIn.includes(name)) ?? able[0])?.name ?? null;
}

function crewOf(connections: Connection[], backends: BackendInfo[], assignment: ModelAssignment): Crew {
  const players = byRole((role) =>
    connections
      .filter((connection) => connection.roles.includes(role))
      .map(({ name, serving, backend }) => {
        const behind = backends.find((known) => known.name === backend);
        return {
          name,
          version: serving?.label ?? "",
          available: behind?.available ?? true,
          reason: behind?.reason ? messageOf(behind.reason) : "",
        };
      }),
  );
  return { players, assigned: byRole((role) => usual(role, players[role], connections, assignment)) };
}

/** Who can make seeds here, and who is meant to; the first of the three that failed is the error. */
export function useCrew(projectId: number) {
  const queries = [
    useQuery(connectionsQuery(projectId)),
    useQuery(backendsQuery(projectId)),
    useQuery(modelAssignmentQuery(projectId)),
  ] as const;
  const [connections, backends, assignment] = queries;
  const crew =
    connections.data && backends.data && assignment.data
      ? crewOf(connections.data, backends.data, assignment.data)
      : null;
  return {
    crew,
    error: crew ? null : (queries.find(({ error }) => error)?.error ?? null),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
