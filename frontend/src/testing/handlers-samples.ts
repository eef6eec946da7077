import type { Everywhere, NewSampleAct, NewSampleView, SampleAct, SampleRow, SampleView } from "@/api/types";
import type { FakeServer } from "./fake-server";
import { ago, lena, makeJob, notice } from "./world";

const api = (path: string) => `/api/v1/projects/:id/samples${path}`;
const refusal = {
  withdraw: "This sample has already been withdrawn.",
  restore: "Only a withdrawn sample can be restored.",
};

/** Acts on many samples: those that are withdrawn refuse it, and only those are restored. */
export function installSamples(server: FakeServer, samples: SampleRow[]): void {
  installViews(server);
  const acts: SampleAct[] = [];
  const carryOut = (wanted: NewSampleAct): SampleAct => {
    const { verb, samples: named = [], matching, reason = "", title = "", split } = wanted;
    const rows = samples.filter((row) =>
      matching ? !matching.state || row.state === matching.state : named.includes(row.id),
    );
    const isFit = (row: SampleRow) => (row.state === "withdrawn") === (verb === "restore");
    const refused = rows.filter((row) => !isFit(row));
    for (const row of rows.filter(isFit)) {
      if (verb === "withdraw") row.state = "withdrawn";
      if (verb === "restore") row.state = "open";
    }
    const why = notice(verb === "restore" ? refusal.restore : refusal.withdraw);
    return {
      id: acts.length + 1,
      verb,
      state: "done",
      reason,
      title,
      split: split ?? "",
      undoes: null,
      may_undo: ["split", "leave_out", "take_in"].includes(verb),
      actor: lena,
      created_at: ago(0),
      finished_at: ago(0),
      job: 41,
      review_act: verb === "requeue" || verb === "flag" ? 1 : null,
      batch: verb === "batch" ? 3 : null,
      counts: {
        total: rows.length,
        pending: 0,
        done: rows.length - refused.length,
        unchanged: 0,
        refused: refused.length,
      },
      reasons: refused.length > 0 ? [{ ...why, count: refused.length, refused: true }] : [],
      problems: refused.map((row) => ({ ...why, sample: row.id, name: row.image.name, refused: true })),
    };
  };
  server
    .on("POST", api("/acts"), ({ body }) => {
      const act = carryOut(body as NewSampleAct);
      acts.push(act);
      const pending = { ...act.counts, pending: act.counts.total, done: 0, refused: 0 };
      return { ...act, state: "running", finished_at: null, counts: pending, reasons: [], problems: [] };
    })
    .on("GET", api("/acts"), () => ({
      next: null,
      previous: null,
      results: [...acts].reverse().map((act) => ({ ...act, refused: act.problems.slice(0, 3) })),
    }))
    .on("POST", api("/acts/:act/undo"), ({ params }) => {
      const undone = acts[Number(params.act) - 1];
      if (!undone) throw new Error("there is no such act");
      undone.may_undo = false;
      acts.push({ ...undone, id: acts.length + 1, undoes: undone.id, split: "" });
      return acts.at(-1);
    })
    .on("GET", api("/acts/:act"), ({ params }) => acts[Number(params.act) - 1])
    .on("GET", "/api/v1/projects/:id/jobs/41", () => makeJob({ id: 41, name: "quality.sample_act" }));
}

/** What is found from anywhere: samples of the first two projects, and whoever is in one of them. */
export function installSearch(server: FakeServer, samples: SampleRow[]): void {
  const flags = { id: 1, name: "Harbour photographs", description: "" };
  const kites = { id: 3, name: "Kites of the north", description: "" };
  server.on("GET", "/api/v1/search", ({ query }): Everywhere => {
    const search = (query.get("search") ?? "").toLowerCase();
    const found = samples
      .filter(({ image }) => search && image.name.includes(search))
      .map(({ id, image, external_id }) => ({ id, name: image.name, external_id, excerpt: null }));
    const kite = {
      id: 901,
      name: "beach.jpg",
      external_id: "b-1",
      excerpt: { text: "Two red kites above the sand", marks: [{ start: 8, end: 13 }] },
    };
    return {
      projects: kites.name.toLowerCase().includes(search) ? [kites] : [],
      samples: [
        ...(found.length > 0 ? [{ project: flags, samples: found.slice(0, 3), more: found.length > 3 }] : []),
        ...("kites".startsWith(search) ? [{ project: kites, samples: [kite], more: true }] : []),
      ],
      people: "kiran".startsWith(search)
        ? [{ user: { id: 77, username: "kiran", display_name: "Kiran Rao", deleted_number: null }, project: kites }]
        : [],
    };
  });
}

function installViews(server: FakeServer): void {
  let views: SampleView[] = [];
  const query = { state: "", stage: "", split: "", search: "", order: "number" } as SampleView["query"];
  server
    .on("GET", api("/views"), () => views)
    .on("POST", api("/views"), ({ body }) => {
      const { name, is_shared = false, layout = "grid", columns = [], ...wanted } = body as NewSampleView;
      const view: SampleView = {
        id: views.length + 1,
        name,
        is_shared,
        owner: lena,
        may_change: true,
        query: { ...query, ...wanted.query },
        layout,
        columns,
      };
      views = [...views, view];
      return view;
    })
    .on("PATCH", api("/views/:view"), ({ params, body }) => {
      views = views.map((view) =>
        view.id === Number(params.view) ? ({ ...view, ...(body as Partial<SampleView>) } as SampleView) : view,
      );
      return views.find(({ id }) => id === Number(params.view));
    })
    .on("DELETE", api("/views/:view"), ({ params }) => {
      views = views.filter(({ id }) => id !== Number(params.view));
    });
}
