import type { Act, Block, ReviewItem, Verdict } from "@/api/quality";
import { FakeError, type FakeRequest, type FakeServer } from "./fake-server";
import * as base from "./world";
import { makeAct, undone } from "./world-acts";
import { agreement } from "./world-agreement";
import * as world from "./world-quality";

const api = (path: string) => `/api/v1/projects/:id${path}`;

function read(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function page<T>(results: T[]) {
  return { next: null, previous: null, results };
}

function matches(item: ReviewItem, query: URLSearchParams): boolean {
  const state = query.get("state") ?? "open";
  const settled = item.answer.verdict !== "unreviewed";
  if (state === "open" && settled) return false;
  if (state === "settled" && !settled) return false;
  const code = query.get("code");
  if (code && !item.flags.some((flag) => flag.code === code)) return false;
  const wanted: [string, unknown][] = [
    ["annotator", item.answer.annotator.id],
    ["stage", item.answer.stage.key],
    ["batch", item.answer.batch],
  ];
  return wanted.every(([key, value]) => !query.get(key) || query.get(key) === String(value));
}

function judge(item: ReviewItem, verdict: Verdict, reason: string) {
  item.answer.verdict = verdict;
  item.answer.verdict_reason = reason;
  item.answer.verdict_by = verdict === "unreviewed" ? null : base.lena;
  for (const flag of item.flags) flag.state = verdict === "unreviewed" ? "open" : "settled";
}

function review(server: FakeServer) {
  const items = world.makeReview();
  const find = (id: unknown) => {
    const item = items.find(({ answer }) => answer.annotation === Number(id));
    if (!item) throw new FakeError(404, "not_found", "There is no such answer, or it is not yours.");
    return item;
  };
  const skips = world.makeSkips();
  const made: Act[] = [];
  const judged = new Map<number, number[]>();
  server
    .on("GET", api("/review"), ({ query }) => {
      const found = items.filter((item) => matches(item, query));
      return { ...page(found), total: found.length };
    })
    .on("GET", api("/review/:annotation"), ({ params }) => find(params.annotation))
    .on("GET", api("/review/skips"), ({ query }) => {
      const wanted = query.get("state") ?? "open";
      return page(skips.filter(({ flag }) => wanted === "all" || flag.state === wanted));
    })
    .on("POST", api("/review/skips/:flag"), ({ params, body }) => {
      const skip = skips.find(({ flag }) => flag.id === Number(params.flag));
      if (skip) skip.flag.state = read(body).settled ? "settled" : "open";
    })
    .on("POST", api("/review/:annotation"), ({ params, body }) => {
      const { verdict, reason, requeue } = read(body);
      const item = find(params.annotation);
      judge(item, verdict as Verdict, String(reason ?? ""));
      return { ...item, requeued: requeue ? { opened: 1, superseded: 0, reason: null } : null };
    })
    .on("GET", api("/review/acts"), () => ({ next: null, previous: null, results: made.toReversed() }))
    .on("GET", api("/review/acts/:act"), ({ params }) => made[Number(params.act) - 1])
    .on("POST", api("/review/acts"), ({ body }) => {
      const { annotations, verb, reason, keep_later, expected } = read(body);
      const ids = (annotations as number[] | undefined) ?? [];
      for (const id of ids) judge(find(id), verb === "approve" ? "approved" : "rejected", String(reason ?? ""));
      const count = Number(expected ?? ids.length);
      const act = makeAct(made.length + 1, verb as Act["verb"], count, keep_later ? 0 : count);
      made.push(act);
      judged.set(act.id, ids);
      return act;
    })
    .on("POST", api("/review/acts/:act/undo"), ({ params }) => {
      const act = made[Number(params.act) - 1] as Act;
      for (const id of judged.get(act.id) ?? []) judge(find(id), "unreviewed", "");
      return (made[act.id - 1] = undone(act));
    })
    .on("POST", api("/review/consequences"), ({ body }) => {
      const { annotations } = read(body);
      const number = Array.isArray(annotations) ? annotations.length : 7;
      return { answers: number, superseded: 14, reopened: 9, at_work: 1, emptied: 5 };
    })
    .on("POST", api("/feedback"), ({ body }) => ({ id: 1, created_at: base.ago(0), read_at: null, ...read(body) }))
    .on("GET", api("/feedback"), () => ({ next: null, previous: null, results: [] }));
}

function people(server: FakeServer) {
  const blocks = world.makeBlocks();
  const lift = ({ params, body }: FakeRequest) => {
    const block = blocks.find(({ id }) => id === Number(params.block)) as Block;
    return Object.assign(block, { lifted_at: base.ago(0), lifted_by: base.lena, lift_reason: read(body).reason });
  };
  server
    .on("GET", api("/review/people"), () => world.annotators.map(({ user }) => user))
    .on("GET", api("/blocks"), () => blocks)
    .on("POST", api("/blocks"), ({ body }) => {
      const { user, scope, batch, reason } = read(body);
      const block: Block = {
        id: blocks.length + 1,
        user: base.users.find(({ id }) => id === user) ?? base.mei,
        scope: scope as Block["scope"],
        batch: (batch as number | undefined) ?? null,
        reason: String(reason),
        evidence: {},
        lift_reason: "",
        created_at: base.ago(0),
        created_by: base.lena,
        lifted_at: null,
        lifted_by: null,
        returned: 1,
        requeued: 4,
      };
      blocks.unshift(block);
      return block;
    })
    .on("POST", api("/blocks/:block/lift"), lift);
}

function checks(server: FakeServer) {
  let settings = world.quality.settings;
  server
    .on("GET", api("/quality"), () => ({ ...world.quality, settings }))
    .on("PUT", api("/quality"), ({ body }) => {
      settings = { ...settings, ...read(body) };
      return { ...world.quality, settings };
    })
    .on("POST", api("/quality/run"), () => base.makeJob({ id: 31, name: "quality.run", title: "Check answers" }))
    .on("GET", api("/jobs/:job"), ({ params }) =>
      base.makeJob({
        id: Number(params.job),
        title: "Check answers",
        state: "succeeded",
        done: 14,
        finished_at: base.ago(0),
      }),
    )
    .on("GET", api("/agreement"), () => ({ stages: agreement }))
    .on("GET", api("/aggregates"), () => page(world.aggregates));
}

function batches(server: FakeServer) {
  const all = world.makeBatches();
  const find = (id: unknown) => {
    const match = all.find((batch) => batch.id === Number(id));
    if (!match) throw new FakeError(404, "not_found", "There is no such batch.");
    return match;
  };
  server
    .on("GET", api("/batches"), () => all)
    .on("POST", api("/batches"), ({ body }) => {
      const { title, size } = read(body);
      const batch = {
        id: all.length + 1,
        number: all.length + 1,
        title: String(title),
        state: "open" as const,
        created_at: base.ago(0),
        closed_at: null,
        samples: Number(size ?? 14),
        done: 0,
        carried_over: 0,
      };
      all.unshift(batch);
      return batch;
    })
    .on("POST", api("/batches/:batch/close"), ({ params }) =>
      Object.assign(find(params.batch), { state: "closed", closed_at: base.ago(0) }),
    )
    .on("POST", api("/batches/:batch/open"), ({ params }) =>
      Object.assign(find(params.batch), { state: "open", closed_at: null }),
    )
    .on("GET", api("/batches/:batch/report"), ({ params }) => ({
      batch: find(params.batch),
      submissions: 110,
      annotators: world.annotators,
      flags: world.quality.open_by_code,
      approved: 82,
      rejected: 3,
      gold: { right: 21, total: 26, accuracy: 21 / 26 },
      blocked: world.makeBlocks(),
    }));
}

export function installQuality(server: FakeServer): void {
  review(server);
  people(server);
  checks(server);
  batches(server);
}
