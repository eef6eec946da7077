import type { FakeServer } from "./fake-server";
import { choices } from "./world-enrichments";
import { precision, reading, readText } from "./world-second-reader";

const api = (path: string) => `/api/v1/projects/:id/second-readings${path}`;

export function installSecondReader(server: FakeServer): void {
  server
    .on("GET", api(""), () => ({ next: null, previous: null, results: [reading] }))
    .on("GET", api("/:reading"), () => reading)
    .on("GET", api("/choices"), () => ({
      sources: choices.sources,
      versions: choices.versions.filter((each) => each.asked_in_words),
      question: "Check {sentences}",
    }))
    .on("GET", api("/precision"), () => [precision])
    .on("GET", api("/answers/:annotation"), ({ params }) => (params.annotation === "502" ? [readText] : []))
    .on("GET", api("/:reading/texts"), () => ({ next: null, previous: null, results: [readText] }))
    .on("POST", api(""), () => reading);
}
