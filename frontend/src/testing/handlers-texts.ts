import type { TextReport } from "@/api/text-reports";
import type { FakeServer } from "./fake-server";
import { makeJob } from "./world";
import { offeredTexts, textReports } from "./world-texts";

const api = (path: string) => `/api/v1/projects/:id/${path}`;

export function installTexts(server: FakeServer): void {
  let reports = textReports;
  server
    .on("GET", api("text-sources"), () => offeredTexts)
    .on("GET", api("text-models"), () => [{ name: "openai/clip", type: "clip", measure: "clipscore" }])
    .on("GET", api("question-files"), () => ({ next: null, previous: null, results: [] }))
    .on("GET", api("text-reports"), () => ({
      next: null,
      previous: null,
      results: reports.map((report) => ({ ...report, results: null })),
    }))
    .on("GET", api("text-reports/:report"), ({ params }) => reports.find(({ id }) => id === Number(params.report)))
    .on("POST", api("text-reports"), ({ body }) => {
      const { name, sources } = body as Pick<TextReport, "name" | "sources">;
      const created: TextReport = {
        ...(textReports[1] as TextReport),
        id: 9,
        name,
        sources,
        job: makeJob({ title: "Measuring texts" }),
      };
      reports = [created, ...reports];
      return created;
    })
    .on("DELETE", api("text-reports/:report"), ({ params }) => {
      reports = reports.filter(({ id }) => id !== Number(params.report));
    });
}
