import type { components } from "@/api/schema";
import type { FakeServer } from "./fake-server";
import { ago, lena, makeJob } from "./world";

type Report = components["schemas"]["Report"];

const api = (path: string) => `/api/v1/projects/:id/${path}`;

export function makeReport(changes: Partial<Report> = {}): Report {
  return {
    id: 4,
    title: "Report on Street scenes",
    with_names: false,
    state: "succeeded",
    job: null,
    problem: null,
    code_version: "annotate 0.1.0",
    html: "/api/v1/projects/1/reports/4/html",
    pdf: "/api/v1/projects/1/reports/4/pdf",
    sha256: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    created_by: lena,
    created_at: ago(1),
    finished_at: ago(1),
    ...changes,
  };
}

export function installReports(server: FakeServer): void {
  let reports = [makeReport()];
  server
    .on("GET", api("reports"), () => ({ next: null, previous: null, results: reports }))
    .on("POST", api("reports"), ({ body }) => {
      const { title, with_names } = body as Pick<Report, "title" | "with_names">;
      const report = makeReport({
        id: 5,
        title: title || "Report on Street scenes",
        with_names,
        state: "running",
        html: null,
        pdf: null,
        sha256: "",
        finished_at: null,
        job: makeJob({ title: "Writing a report" }),
      });
      reports = [report, ...reports];
      return report;
    })
    .on("DELETE", api("reports/:report"), ({ params }) => {
      reports = reports.filter(({ id }) => id !== Number(params.report));
    });
}
