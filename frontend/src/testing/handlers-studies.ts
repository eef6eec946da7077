import type { NewStudy } from "@/api/studies";
import { FakeError, type FakeServer } from "./fake-server";
import { ago, makeJob } from "./world";
import { justified } from "./world-justifications";
import * as world from "./world-studies";

const api = (path: string) => `/api/v1/projects/:id${path}`;
const page = <T>(results: T[]) => ({ next: null, previous: null, results });

interface PreviewWish {
  raters: number[];
  raters_per_item: number;
  barring: string;
}

/** Of four members Ada and Ben wrote, each another half of the items. */
function judges({ raters = [], raters_per_item: needed = 3, barring = "study" }: Partial<PreviewWish>) {
  const named = raters.length > 0 ? raters : [1, 2, 3, 4, 5, 6];
  const able = barring === "item" ? named : named.filter((id) => id !== 2 && id !== 3);
  const short = barring === "item" ? named.length - 1 < needed : able.length < needed;
  return { remaining: able.length, items_short: short ? 47 : 0 };
}

export function installStudies(server: FakeServer): void {
  let studies = [...world.studies];
  const find = (id: string | undefined) => {
    const match = studies.find((study) => study.id === Number(id));
    if (!match) throw new FakeError(404, "not_found", "There is no such study, or it is not yours.");
    return match;
  };
  const put = (id: string | undefined, changes: Partial<(typeof studies)[number]>) => {
    const next = { ...find(id), ...changes };
    studies = studies.map((study) => (study.id === next.id ? next : study));
    return next;
  };
  server
    .on("GET", api("/studies"), () => page(studies))
    .on("GET", api("/studies/:study"), ({ params }) => find(params.study))
    .on("PATCH", api("/studies/:study"), ({ params, body }) => put(params.study, body as { name: string }))
    .on("DELETE", api("/studies/:study"), ({ params }) => {
      if (find(params.study).ratings > 0) {
        throw new FakeError(409, "has_ratings", "People have begun to judge in this study; their work is kept.", {
          remedy: "Close it instead.",
        });
      }
      studies = studies.filter((study) => study.id !== Number(params.study));
    })
    .on("GET", api("/studies/:study/justifications"), () => ({ ...page([justified]), total: 1, items: 1 }))
    .on("POST", api("/studies/:study/close"), ({ params }) => put(params.study, { state: "closed", closed_at: ago(0) }))
    .on("POST", api("/studies/:study/reopen"), ({ params }) => put(params.study, { state: "open", closed_at: null }))
    .on("POST", api("/studies"), ({ body }) => {
      const {
        name,
        design,
        sources,
        sample_size = null,
        barring = "study",
        chunks = null,
        images = null,
        raters_per_item = 3,
        metrics,
        justification,
        settings = {},
      } = body as NewStudy;
      const options = {
        sample_size,
        barring,
        chunks,
        images: images === null ? null : { size: "1024x1024", ...images },
        chosen: null,
        raters_per_item,
        metrics: (metrics ?? world.metrics).map((metric) => ({ help: "", ...metric })),
        justification: justification ?? "required",
        settings,
      };
      const created = world.makeStudy({
        id: 9,
        name,
        design,
        sources,
        options,
        state: "preparing",
        ratings: 0,
        job: makeJob(),
      });
      studies = [created, ...studies];
      return created;
    })
    .on("POST", api("/studies/preview"), ({ body }) => ({
      items: 47,
      missing: [{ source: { type: "final", stage: "description" }, without_text: 11 }],
      authors: 2,
      barred: [
        { id: 2, username: "ada", display_name: "Ada", deleted_number: null },
        { id: 3, username: "ben", display_name: "Ben", deleted_number: null },
      ],
      ...judges(body as Partial<PreviewWish>),
      same: 1,
      warnings: ["Fewer than 100 items: intervals will be wide."],
    }))
    .on("POST", api("/studies/import"), () => world.studies[4])
    .on("GET", api("/studies/:study/results"), ({ params }) => {
      const study = find(params.study);
      if (study.design === "likert.v1") return world.makeRated();
      return study.ratings === 0 ? world.makeCompared({ ratings: 0, items: 0, raters: 0 }) : world.makeCompared();
    })
    .on("GET", api("/studies/:study/items"), ({ query }) =>
      page((query.get("score") === "-2" ? [3] : [1, 2, 3]).map(world.makeCase)),
    )
    .on("GET", api("/studies/:study/items/:number"), ({ params }) => world.makeCase(Number(params.number)))
    .on("GET", api("/text-files"), () => page(world.files))
    .on("POST", api("/text-files"), () => ({ ...world.files[0], id: 4, name: "newest" }))
    .on("DELETE", api("/text-files/:file"), () => {
      throw new FakeError(409, "in_use", "Its texts are used by the study “People or model”.", {
        remedy: "Delete what uses them first.",
      });
    });
}
