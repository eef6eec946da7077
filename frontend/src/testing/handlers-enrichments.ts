import type { EnrichmentDetail, NewEnrichment } from "@/api/enrichments";
import type { FakeServer } from "./fake-server";
import { choices, enriched, enriching, pair } from "./world-enrichments";

const api = (path: string) => `/api/v1/projects/:id/enrichments${path}`;

export function installEnrichments(server: FakeServer): void {
  let known = [enriching, enriched];
  const changed = (id: string | undefined, changes: Partial<EnrichmentDetail>) => {
    known = known.map((each) => (each.id === Number(id) ? { ...each, ...changes } : each));
    return known.find((each) => each.id === Number(id));
  };
  server
    .on("GET", api(""), () => ({ next: null, previous: null, results: known }))
    .on("GET", api("/:enrichment"), ({ params }) => changed(params.enrichment, {}))
    .on("GET", api("/choices"), () => choices)
    .on("GET", api("/:enrichment/pairs"), () => ({ next: null, previous: null, results: [pair] }))
    .on("POST", api("/:enrichment/stop"), ({ params }) => changed(params.enrichment, { state: "stopped", job: null }))
    .on("POST", api("/:enrichment/continue"), ({ params }) =>
      changed(params.enrichment, { state: "running", job: enriching.job }),
    )
    .on("POST", api(""), ({ body }) => {
      const { name } = body as NewEnrichment;
      const made = { ...enriching, id: 7, name };
      known = [made, ...known];
      return made;
    });
}
