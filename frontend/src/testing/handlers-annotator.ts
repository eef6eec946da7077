import type { Hit } from "@/api/hits";
import type { Answer, Assignment } from "@/api/types";
import { FakeError, type FakeServer } from "./fake-server";
import { ago, ahead, work } from "./world";
import * as hits from "./world-hits";
import { makeComparison, makeGrading } from "./world-studies";

/** What annotators ask the server for: tasks, mini-batches, entry conditions, feedback. */

const api = (path: string) => `/api/v1${path}`;

interface Kept {
  version: number;
  answer: Answer;
}

export function annotatorEndpoints(server: FakeServer): void {
  const batches = new Map<number, Hit>(
    [
      hits.makeHit(),
      hits.makeReading(),
      hits.makeVotes(),
      hits.makeHit({
        id: 53,
        state: "expired",
        deadline: ago(0.01),
        assignments: [531, 532, 533].map((id) =>
          hits.makeAssignment(id, {
            hit: 53,
            state: "expired",
            draft: {
              version: 1,
              answer: {
                ...hits.emptyCaption,
                text: id === 533 ? "" : "A red house stands on a green meadow under a pale sky.",
              },
              saved_at: ago(0.02),
              scratch_reason: null,
              looked_at: null,
            },
          }),
        ),
      }),
      hits.makeHit({ id: 54, purpose: "practice", count: 2 }),
      hits.makeHit({ id: 55, purpose: "test", count: 3 }),
    ].map((hit) => [hit.id, hit]),
  );
  const singles = [hits.makeOcr(), hits.makeAssignment(602), makeComparison(), makeGrading()];
  const drafts = new Map<number, Kept>();
  tasks(server, drafts, (id) =>
    [...singles, ...[...batches.values()].flatMap((hit) => hit.assignments)].find((one) => one.id === id),
  );
  miniBatches(server, drafts, batches);
  rest(server);
}

function withDraft(assignment: Assignment, drafts: Map<number, Kept>): Assignment {
  const kept = drafts.get(assignment.id);
  if (!kept) return assignment;
  const draft = { version: kept.version, answer: kept.answer, saved_at: ago(0), scratch_reason: null, looked_at: null };
  return { ...assignment, draft, draft_version: kept.version };
}

function tasks(server: FakeServer, drafts: Map<number, Kept>, find: (id: number) => Assignment | undefined): void {
  server
    .on("GET", api("/assignments/:id"), ({ params }) => {
      const match = find(Number(params.id));
      if (!match) throw new FakeError(404, "not_found", "There is no such task, or it is not yours.");
      return withDraft(match, drafts);
    })
    .on("PUT", api("/assignments/:id/draft"), ({ params, body }) => {
      const sent = body as { version: number; answer: Answer };
      const version = sent.version + 1;
      drafts.set(Number(params.id), { version, answer: sent.answer });
      return { version, saved_at: ago(0), lease: { expires_at: ahead(0.02), seconds: 1800, heartbeat_seconds: 60 } };
    })
    .on("POST", api("/assignments/:id/check"), ({ body }) => ({
      problems: hits.findingsFor((body as { answer: Answer }).answer),
    }))
    .on("POST", api("/assignments/:id/heartbeat"), () => ({
      lease: { expires_at: ahead(0.02), seconds: 1800, heartbeat_seconds: 60 },
    }))
    .on("POST", api("/assignments/:id/skip"), () => undefined)
    .on("POST", api("/assignments/:id/release"), () => undefined)
    .on("POST", api("/assignments/:id/submit"), ({ params }) => ({
      assignment_id: Number(params.id),
      submitted_at: ago(0),
      repeated: false,
    }));
}

function miniBatches(server: FakeServer, drafts: Map<number, Kept>, batches: Map<number, Hit>): void {
  const find = (id: string | undefined) => {
    const hit = batches.get(Number(id));
    if (!hit) throw new FakeError(404, "not_found", "There is no such thing, or it is not yours.");
    return hit;
  };
  server
    .on("GET", api("/hits/:id"), ({ params }) => {
      const hit = find(params.id);
      return { ...hit, assignments: hit.assignments.map((one) => withDraft(one, drafts)) };
    })
    .on("POST", api("/hits/:id/submit"), ({ params }) => {
      const hit = find(params.id);
      batches.set(hit.id, { ...hit, state: "submitted" });
      return { hit_id: hit.id, submitted_at: ago(0), repeated: false };
    })
    .on("POST", api("/hits/:id/release"), ({ params }) => {
      const hit = find(params.id);
      batches.set(hit.id, { ...hit, state: "released" });
    })
    .on("GET", api("/hits/:id/completion"), () => ({ kind: "none", url: "", code: "", fields: {} }))
    .on("GET", api("/hits/:id/feedback"), ({ params }) =>
      find(params.id).purpose === "test" ? hits.testResult : hits.practice,
    );
}

function rest(server: FakeServer): void {
  let mine = hits.makeQualification();
  const inbox = [
    hits.makeFeedback(),
    hits.makeFeedback({
      id: 2,
      span: null,
      message: "Very clear. Keep writing like this.",
      read_at: ago(1),
      created_at: ago(3),
    }),
  ];
  server
    .on("GET", api("/projects/:id/qualification/me"), () => mine)
    .on("POST", api("/projects/:id/consent/agree"), () => {
      mine = hits.makeQualification({
        consent: mine.consent && { ...mine.consent, agreed: true },
        gate: hits.makeGate("practice", "First a practice round.", "It takes five minutes."),
      });
    })
    .on("POST", api("/projects/:id/practice"), () => hits.makeHit({ id: 54, purpose: "practice", count: 2 }))
    .on("POST", api("/projects/:id/test"), () => hits.makeHit({ id: 55, purpose: "test", count: 3 }))
    .on("GET", api("/feedback"), ({ query }) => ({
      next: null,
      previous: null,
      results: inbox.filter(
        ({ assignment }) => !query.get("assignment") || String(assignment) === query.get("assignment"),
      ),
    }))
    .on("GET", api("/feedback/outcomes"), () => ({ next: null, previous: null, results: [] }))
    .on("POST", api("/feedback/:id/reply"), ({ params, body }) => {
      const { message } = body as { message: string };
      for (const item of inbox) {
        if (item.id === Number(params.id))
          Object.assign(item, { reply: message, replied_at: ago(0), read_at: item.read_at ?? ago(0) });
      }
    })
    .on("POST", api("/assignments/:id/practice-check"), ({ params }) => {
      const known = hits.practice.items.find(({ assignment }) => assignment === Number(params.id));
      return { ...(known ?? hits.practice.items[0]), assignment: Number(params.id) };
    })
    .on("POST", api("/feedback/:id/read"), ({ params }) => {
      for (const item of inbox) if (item.id === Number(params.id)) item.read_at = ago(0);
    })
    .on("GET", api("/crowd/participation"), () => hits.participation);
}

/** For looking at the pages: more to do than the tests of other pages expect. */
export function busyWork(server: FakeServer): void {
  const named = (id: number, name: string) => ({ id, name });
  server
    .on("GET", api("/work"), () => ({
      ...work,
      unread_feedback: 1,
      hits: [
        {
          hit_id: 50,
          project: named(3, "Photos by blind people"),
          stage: { key: "caption", title: "Caption", kind: "caption.v1" },
          purpose: "work",
          count: 5,
          deadline: ahead(0.02),
        },
      ],
      projects: [
        {
          id: 3,
          name: "Photos by blind people",
          description: "One sentence for each photo.",
          guidelines_unread: false,
          done_by_me: 35,
          reason: null,
          gate: null,
          stages: [
            { key: "caption", title: "Caption", kind: "caption.v1", available: true, hit: { size: 5, minutes: 30 } },
          ],
        },
        {
          id: 4,
          name: "Signs and labels",
          description: "Captions that read.",
          guidelines_unread: false,
          done_by_me: 0,
          reason: "gated",
          gate: hits.makeQualification().gate,
          stages: [],
        },
        ...work.projects,
      ],
    }))
    .on("POST", api("/projects/:id/claim"), () => ({
      assignment: null,
      hit: hits.makeHit(),
      reason: null,
      gate: null,
    }));
}
