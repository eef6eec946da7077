import type { HarmCase, HarmRun } from "@/api/harms";
import type { FakeServer } from "./fake-server";
import { lena } from "./world";
import { harmCase, harmRun, harmStages, harmVersions, measuringRun } from "./world-harms";

const api = (path: string) => `/api/v1/projects/:id/${path}`;
const one = (path: string) => `/api/v1/${path}`;
const page = <T>(results: T[]) => ({ next: null, previous: null, results });

const BOUNDS = ["lower", "estimate", "upper"];

export function installHarms(server: FakeServer): void {
  const runs: HarmRun[] = [measuringRun, harmRun];
  let cases = [harmCase(1), harmCase(2), harmCase(3, { word: "nasty", verdict: "genuine", decided_by: lena })];
  const change = (id: string | undefined, changes: Partial<HarmCase>) => {
    cases = cases.map((each) => (each.id === Number(id) ? { ...each, ...changes } : each));
    return cases.find((each) => each.id === Number(id));
  };
  server
    .on("GET", api("harms/stages"), () => harmStages)
    .on("GET", api("harms/versions"), () => harmVersions)
    .on("GET", api("harm-runs"), () => page(runs))
    .on("POST", api("harm-runs"), () => measuringRun)
    .on("GET", one("harm-runs/:run"), ({ params }) => runs.find(({ id }) => id === Number(params.run)))
    .on("GET", one("harm-runs/:run/cases"), ({ query }) => {
      const fits = (name: string, value: string) => [null, value].includes(query.get(name));
      const bounds = BOUNDS.slice(0, BOUNDS.indexOf(query.get("bound") ?? "upper") + 1);
      const results = cases.filter(
        ({ word, verdict, bound }) =>
          fits("word", word) && fits("verdict", verdict ?? "unread") && bounds.includes(bound ?? ""),
      );
      return { ...page(results), count: results.length + 38, before: 0 };
    })
    .on("PUT", one("harm-cases/:case"), ({ params, body }) =>
      change(params.case, { ...(body as Pick<HarmCase, "verdict" | "note">), decided_by: lena }),
    )
    .on("POST", one("harm-cases/:case/act"), ({ params, body }) =>
      change(params.case, {
        acts: [{ act: (body as { act: "review" }).act, by: lena, at: new Date().toISOString() }],
      }),
    );
}
