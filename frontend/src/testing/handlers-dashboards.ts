import { FakeError, type FakeServer } from "./fake-server";
import * as world from "./world-dashboards";

const api = (path: string) => `/api/v1/projects/:id${path}`;
const page = <T>(results: T[]) => ({ next: null, previous: null, results });

export function installDashboards(server: FakeServer): void {
  server
    .on("GET", api("/pages-in-use"), () => ({ pages: world.pagesInUse }))
    .on("GET", api("/overview"), () => world.overview)
    .on("GET", api("/categories"), () => world.makeCategories())
    .on("GET", api("/rounds"), ({ query }) => world.makeRounds({ stage: query.get("stage") ?? "description" }))
    .on("GET", api("/stopping"), () => world.makeStopping())
    .on("GET", api("/annotators"), ({ query }) =>
      page(world.annotators.filter(({ warnings }) => !query.get("warned") || warnings.length > 0)),
    )
    .on("GET", api("/annotators/:user"), () => world.makeAnnotatorDetail())
    .on("GET", api("/annotators/:user/texts"), () =>
      page([world.makeText(), world.makeText({ annotation: 503, before: null, verdict: "approved", flags: [] })]),
    )
    .on("GET", api("/stages/:stage"), ({ params }) => {
      if (params.stage !== "description")
        throw new FakeError(404, "not_found", "There is no such thing, or it is not yours.");
      return world.makeStage();
    });
}
