import type { NewRelease, ReleaseDetail } from "@/api/releases";
import type { FakeServer } from "./fake-server";
import { datasheet, noToken, preview, releases as made, running } from "./world-releases";

const api = (path: string) => `/api/v1/projects/:id/releases${path}`;

export function installReleases(server: FakeServer): void {
  let releases = made;
  server
    .on("GET", api(""), () => ({ next: null, previous: null, results: releases }))
    .on("GET", api("/:release"), ({ params }) => releases.find(({ id }) => id === Number(params.release)))
    .on("GET", api("/:release/pushes"), () => ({ next: null, previous: null, results: [] }))
    .on("GET", "/api/v1/projects/:id/hub", () => noToken)
    .on("GET", api("/preview"), ({ query }) =>
      query.get("only_approved") === "true"
        ? { ...preview, samples: 40, left_out: { ...preview.left_out, unapproved_samples: 80 } }
        : preview,
    )
    .on("GET", api("/datasheet"), () => datasheet)
    .on("PUT", api("/datasheet"), ({ body }) => {
      const { answers } = body as { answers: Record<string, string> };
      const questions = datasheet.questions.map((each) => ({ ...each, answer: answers[each.key] ?? "" }));
      return { ...datasheet, questions };
    })
    .on("POST", api(""), ({ body }) => {
      const created: ReleaseDetail = { ...running, ...(body as NewRelease), formats: running.formats, id: 9 };
      releases = [created, ...releases];
      return created;
    });
}
