import type { FakeServer } from "./fake-server";
import { measuringMentions, mentionRun, mentionsWithoutGroups } from "./world-mentions";

export function installMentions(server: FakeServer): void {
  const runs = [mentionsWithoutGroups, measuringMentions, mentionRun];
  server
    .on("GET", "/api/v1/projects/:id/mention-runs", () => ({ next: null, previous: null, results: runs }))
    .on("POST", "/api/v1/projects/:id/mention-runs", () => measuringMentions)
    .on("GET", "/api/v1/mention-runs/:run", ({ params }) => runs.find(({ id }) => id === Number(params.run)))
    .on("DELETE", "/api/v1/mention-runs/:run", () => null);
}
