import type { Connection, ConnectionChanges, ModelVersion, NewConnection } from "@/api/models";
import { FakeError, type FakeServer } from "./fake-server";
import { ago, makeJob } from "./world";
import { seedingRuns } from "./world-lists";
import * as world from "./world-models";

const api = (path: string) => `/api/v1/projects/:id${path}`;

export function installModels(server: FakeServer): void {
  let connections = world.makeConnections();
  let versions = world.makeVersions();
  let modelAssignment = world.modelAssignment;
  const find = (id: unknown): Connection => {
    const match = connections.find((connection) => connection.id === Number(id));
    if (!match) throw new FakeError(404, "not_found", "There is no such connection.");
    return match;
  };
  /** Only the server of the invented project has several versions. */
  const serve = (id: unknown): ModelVersion | undefined => {
    versions = versions.map((version) => ({
      ...version,
      state: version.id === Number(id) ? "serving" : version.state === "serving" ? "retired" : version.state,
    }));
    const now = versions.find((version) => version.id === Number(id));
    if (now) Object.assign(find(3), { serving: world.brief(now.number, { state: "serving" }) });
    return now;
  };
  server
    .on("GET", api("/backends"), () => world.backends)
    .on("GET", api("/connections"), () => connections)
    .on("POST", api("/connections"), ({ body }) => {
      const { secrets, ...sent } = body as NewConnection;
      const added = {
        ...find(3),
        ...sent,
        id: 9,
        assigned_roles: [],
        has_secrets: { api_key: Boolean(secrets?.api_key) },
      };
      connections = [...connections, added];
      return added;
    })
    .on("GET", api("/connections/:connection"), ({ params }) => find(params.connection))
    .on("PATCH", api("/connections/:connection"), ({ params, body }) => {
      const { name, settings } = body as ConnectionChanges;
      const match = find(params.connection);
      const changes = {
        ...(name && { name }),
        ...(settings && { settings, serving: world.brief(3, { state: "serving" }) }),
      };
      Object.assign(match, changes);
      return match;
    })
    .on("DELETE", api("/connections/:connection"), ({ params }) => {
      connections = connections.filter(({ id }) => id !== Number(params.connection));
    })
    .on("POST", api("/connections/:connection/health"), () => ({ available: true, reason: null, seconds: 0.31 }))
    .on("GET", api("/connections/:connection/versions"), ({ params }) =>
      versions.filter(({ connection }) => connection.id === Number(params.connection)).toReversed(),
    )
    .on("POST", api("/connections/:connection/versions"), ({ body }) => {
      const trained = {
        ...versions[2]!,
        ...(body as object),
        id: 33,
        label: "M3",
        number: 3,
        state: "trained" as const,
        metrics: {},
      };
      versions = [...versions, trained];
      return trained;
    })
    .on("POST", api("/connections/:connection/rollback"), () => serve(30))
    .on("POST", api("/versions/:version/promote"), ({ params }) => serve(params.version))
    .on("GET", api("/model-assignment"), () => modelAssignment)
    .on("PUT", api("/model-assignment"), ({ body }) => {
      modelAssignment = body as typeof modelAssignment;
      return modelAssignment;
    })
    .on("POST", api("/connections/:connection/try"), () => world.makeTrial())
    .on("GET", api("/trials/:trial"), () =>
      world.makeTrial({ job: makeJob({ state: "succeeded", finished_at: ago(0) }), result: world.trialResult }),
    )
    .on("GET", api("/offered-connections"), () => [world.offer])
    .on("POST", api("/offered-connections/:shared"), () => {
      const taken = { ...find(3), id: 9, name: world.offer.name, shared: true, assigned_roles: [], learns: false };
      connections = [...connections, taken];
      return taken;
    })
    .on("POST", api("/comparisons"), () => world.versionComparison)
    .on("GET", api("/comparisons"), () => ({ next: null, previous: null, results: [world.pastComparison] }))
    .on("GET", api("/comparisons/:comparison"), () => world.versionComparison)
    .on("GET", "/api/v1/admin/backends", () => world.backends)
    .on("GET", "/api/v1/admin/connections", () => [world.makeShared()])
    .on("PATCH", "/api/v1/admin/connections/:shared", ({ body }) => world.makeShared(body as object))
    .on("DELETE", "/api/v1/admin/connections/:shared", () => undefined)
    .on("POST", "/api/v1/admin/connections/:shared/health", () => ({ available: true, reason: null, seconds: 0.2 }))
    .on("POST", "/api/v1/admin/connections", ({ body }) =>
      world.makeShared({ ...(body as NewConnection), id: 8, projects: [] }),
    )
    .on("GET", api("/seeding/runs"), () => ({ next: null, previous: null, results: seedingRuns }));
}
