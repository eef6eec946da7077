import type { CommentPlace, Me, Project, SampleRow, Threads } from "@/api/types";
import { FakeError, FakeServer } from "./fake-server";
import { installAdmin } from "./handlers-admin";
import { installDashboards } from "./handlers-dashboards";
import { installHome } from "./handlers-home";
import { installNotifications } from "./handlers-notifications";
import { installGold } from "./handlers-gold";
import { installLearning } from "./handlers-learning";
import { installModels } from "./handlers-models";
import { installQuality } from "./handlers-quality";
import { installTexts } from "./handlers-texts";
import { installEnrichments } from "./handlers-enrichments";
import { installSecondReader } from "./handlers-second-reader";
import { installHarms } from "./handlers-harms";
import { installMentions } from "./handlers-mentions";
import { installReleases } from "./handlers-releases";
import { installReports } from "./handlers-reports";
import { installSamples, installSearch } from "./handlers-samples";
import { installStudies } from "./handlers-studies";
import { annotatorEndpoints } from "./handlers-annotator";
import * as lists from "./world-lists";
import * as world from "./world";
import { makeComment } from "./world-comments";
import { teams } from "./world-teams";
import { textcaps, vizwiz } from "./world-recipes";

export interface FakeState {
  user: Me | null;
  projects: Project[];
  samples: SampleRow[];
}

const PAGE = 48;

function notFound(): FakeError {
  return new FakeError(404, "not_found", "There is no such thing, or it is not yours.");
}

function read(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function page<T>(results: T[]) {
  return { next: null, previous: null, results };
}

/** Lists in pages; the cursor is simply the offset. */
function pageAt<T>(all: T[], cursor: string | null) {
  const start = Number(cursor ?? 0);
  return {
    next: start + PAGE < all.length ? String(start + PAGE) : null,
    previous: start > 0 ? String(Math.max(0, start - PAGE)) : null,
    results: all.slice(start, start + PAGE),
  };
}

const api = (path: string) => `/api/v1${path}`;

function session(server: FakeServer, state: FakeState) {
  server
    .on("GET", api("/session"), () => ({ user: state.user, pending: null }))
    .on("POST", api("/session"), ({ body }) => {
      const { username, password } = read(body);
      const known = world.users.find((user) => user.username === username);
      if (!known || password !== "correct horse") {
        throw new FakeError(401, "not_authenticated", "User name or password is wrong.", {
          remedy: "Check both and try again.",
        });
      }
      state.user = known;
      return { user: state.user, pending: null };
    })
    .on("DELETE", api("/session"), () => {
      state.user = null;
      return { address: null };
    })
    .on("PATCH", api("/me"), ({ body }) => {
      if (!state.user) throw new FakeError(401, "not_authenticated", "Please sign in.");
      const { preferences = {}, ...profile } = read(body);
      state.user = {
        ...state.user,
        ...profile,
        preferences: { ...state.user.preferences, ...read(preferences) },
      };
      return state.user;
    })
    .on("POST", api("/me/password"), () => undefined)
    .on("GET", api("/me/second-factors"), () => ({
      app: null,
      passkeys: [],
      recovery_codes_left: 0,
      is_needed: false,
      is_confirmed: true,
      has_password: true,
      no_passkeys: null,
    }))
    .on("GET", api("/installation/second-factors"), () => ({ required_for: "nobody" }))
    .on("GET", api("/me/tokens"), () => lists.tokens)
    .on("POST", api("/me/tokens"), ({ body }) => ({
      ...lists.tokens[0],
      id: 2,
      name: read(body).name,
      token: "an_shown_only_once",
    }))
    .on("DELETE", api("/me/tokens/:id"), () => undefined)
    .on("PATCH", api("/users/:id"), ({ params, body }) => ({
      ...world.users.find(({ id }) => id === Number(params.id)),
      ...read(body),
    }))
    .on("POST", api("/users"), ({ body }) => ({ ...world.mei, ...read(body), id: 9 }))
    .on("GET", api("/invitations/:token"), () => ({
      project: { id: 1, name: "Village streets" },
      role: "annotator",
      expires_at: world.ahead(5),
    }))
    .on("POST", api("/invitations/:token/accept"), ({ body }) => {
      state.user ??= { ...world.mei, ...read(body), id: 10 };
      return { user: state.user, project_id: 1 };
    });
}

function projects(server: FakeServer, state: FakeState) {
  const find = (id: string | undefined) => {
    const match = state.projects.find((project) => project.id === Number(id));
    if (!match) throw notFound();
    return match;
  };
  server
    .on("GET", api("/recipes"), () => [world.recipe, vizwiz, textcaps])
    .on("GET", api("/projects"), () => state.projects)
    .on("POST", api("/projects"), ({ body }) => {
      const { name, description } = read(body);
      const project = world.makeProject({
        id: 100 + state.projects.length,
        name: String(name),
        description: String(description),
        counts: { samples: 0, done: 0, members: 1 },
      });
      state.projects.push(project);
      return project;
    })
    .on("GET", api("/projects/:id"), ({ params }) => find(params.id))
    .on("PATCH", api("/projects/:id"), ({ params, body }) => {
      const changes = Object.entries(read(body)).filter(([key]) => key !== "recipe");
      return Object.assign(find(params.id), Object.fromEntries(changes));
    })
    .on("GET", api("/projects/:id/members"), () => world.members)
    .on("PATCH", api("/projects/:id/members/:member"), ({ body }) => ({ ...world.members[1], ...read(body) }))
    .on("DELETE", api("/projects/:id/members/:member"), () => undefined)
    .on("GET", api("/projects/:id/teams"), () => teams)
    .on("POST", api("/projects/:id/teams"), ({ body }) => ({ ...teams[1], id: 3, ...read(body) }))
    .on("PATCH", api("/projects/:id/teams/:team"), ({ body }) => ({ ...teams[0], ...read(body) }))
    .on("DELETE", api("/projects/:id/teams/:team"), () => undefined)
    .on("POST", api("/projects/:id/teams/:team/people"), () => teams[0])
    .on("GET", api("/me/invitations"), () => [])
    .on("GET", api("/projects/:id/named-invitations"), () => lists.namedInvitations)
    .on("GET", api("/projects/:id/mailed-invitations"), () => lists.mailedInvitations)
    .on("POST", api("/projects/:id/mailed-invitations/:invitation/send"), () => lists.mailedInvitations[0])
    .on("GET", api("/projects/:id/suggested-people"), () => lists.suggested)
    .on("POST", api("/projects/:id/invitees/check"), ({ body }) => lists.inviteesOf(read(body).entries as string[]))
    .on("POST", api("/projects/:id/invitees"), () => ({
      named: lists.namedInvitations,
      mailed: lists.mailedInvitations.slice(0, 1),
    }))
    .on("GET", api("/projects/:id/capacity"), () => lists.capacity)
    .on("POST", api("/projects/:id/invitations/:invitation/renew"), () => ({
      ...world.invitations[0],
      url: "/invite/another",
    }))
    .on("DELETE", api("/projects/:id/named-invitations/:invitation"), () => undefined)
    .on("GET", api("/projects/:id/invitations"), () => world.invitations)
    .on("POST", api("/projects/:id/invitations"), () => ({ ...world.invitations[0], id: 2, url: "/invite/once-only" }))
    .on("DELETE", api("/projects/:id/invitations/:invitation"), () => undefined)
    .on("GET", api("/projects/:id/guidelines"), () => world.guidelines)
    .on("GET", api("/projects/:id/guidelines/:version"), ({ params }) => ({
      version: Number(params.version),
      created_at: world.ago(19),
      author: world.lena,
      body: "# Older rules\n\nShort ones.",
    }))
    .on("POST", api("/projects/:id/guidelines"), ({ body }) => ({
      version: 3,
      created_at: world.ago(0),
      author: world.lena,
      body: read(body).body,
    }))
    .on("POST", api("/projects/:id/guidelines/read"), () => undefined)
    .on("GET", api("/projects/:id/audit"), () => page(lists.audit));
}

function exchange(server: FakeServer) {
  server
    .on("POST", api("/projects/:id/uploads/there"), () => ({ sha256: [] }))
    .on("POST", api("/projects/:id/uploads"), ({ body }) => {
      // A parsed form is of the runtime's own class, not of the page's.
      const files = (body as FormData).getAll("files") as File[];
      const names = files.map(({ name }) => name);
      return {
        accepted: names
          .filter((name) => !name.startsWith("broken"))
          .map((name, index) => ({ name, image_id: index, sample_id: index })),
        rejected: names
          .filter((name) => name.startsWith("broken"))
          .map((name) => ({
            name,
            code: "image_broken",
            message: "The file ends too early.",
            remedy: "Export the image again.",
          })),
      };
    })
    .on("GET", api("/projects/:id/imports"), () => lists.imports)
    .on("POST", api("/projects/:id/imports"), () => lists.imports[0])
    .on("GET", api("/projects/:id/imports/:import"), ({ params }) =>
      lists.imports.find((item) => item.id === Number(params.import)),
    )
    .on("GET", api("/projects/:id/imports/choices"), () => lists.importChoices)
    .on("GET", api("/formats"), () => lists.formats)
    .on("GET", api("/projects/:id/formats"), () => lists.formats)
    .on("GET", api("/projects/:id/exports"), () => lists.exportsDone)
    .on("POST", api("/projects/:id/exports"), () => lists.exportsDone[0])
    .on("GET", api("/projects/:id/seeding"), () => lists.seeding)
    .on("POST", api("/projects/:id/seeding"), () => lists.seeding.run)
    .on("POST", api("/projects/:id/seeding/skip"), () => ({ opened: lists.seeding.counts.waiting, job: null }))
    .on("POST", api("/projects/:id/seeds"), () => ({
      counts: lists.imports[0]?.counts,
      errors: lists.imports[0]?.errors,
    }))
    .on("POST", api("/projects/:id/jobs/:job/cancel"), () => world.makeJob({ state: "cancelled" }))
    .on("POST", api("/projects/:id/jobs/:job/retry"), () => world.makeJob({ state: "queued" }));
}

function work(server: FakeServer, state: FakeState) {
  const threads: Threads = { threads: [], people: [world.tomas, world.mei] };
  const entry = (id: number) => ({
    assignment_id: id,
    project: { id: 1, name: "Village streets" },
    stage: { key: "description", title: "Image description", kind: "description.v1" },
    image: world.makeRow(id).image,
    hit: null,
    submitted_at: world.ago(id),
    active_seconds: 300 + id,
    feedback: { count: id === 3 ? 2 : 0, unread: id === 3 ? 1 : 0 },
  });
  const outcomes = ["finished", "continued", "waiting", "final"] as const;
  server
    .on("GET", api("/work"), () => world.work)
    .on("GET", api("/group-questions"), () => [])
    .on("POST", api("/projects/:id/claim"), () => ({ assignment: null, reason: "nothing_open" }))
    .on("GET", api("/history"), () => page([1, 2, 3, 4].map((id) => ({ ...entry(id), outcome: outcomes[id - 1] }))))
    .on("GET", api("/history/:id"), ({ params }) => {
      const rounds = world.makeSample(2).stages[1]?.annotations ?? [];
      return {
        ...entry(Number(params.id)),
        settings: {},
        about: null,
        start: rounds[0]?.value,
        mine: rounds[1]?.value,
        outcome: world.makeOutcome(Number(params.id), rounds[1]?.value),
      };
    })
    .on("GET", api("/projects/:id/samples"), ({ query }) => {
      const wanted = (key: "state" | "stage" | "split") => query.get(key);
      const search = query.get("search");
      const matches = state.samples.filter(
        (row) =>
          (["state", "stage", "split"] as const).every((key) => !wanted(key) || row[key] === wanted(key)) &&
          (!search || row.image.name.includes(search)),
      );
      const spans = (text: string) =>
        [...text.matchAll(new RegExp(search ?? "$^", "g"))].map(({ index }) => ({
          start: index,
          end: index + (search ?? "").length,
        }));
      const found = (row: (typeof matches)[number]) =>
        search ? { ...row, found: { name: spans(row.image.name), external_id: [], excerpt: null } } : row;
      return {
        ...pageAt(matches.map(found), query.get("cursor")),
        total: matches.length,
        total_is_exact: true,
      };
    })
    .on("GET", api("/projects/:id/samples/choices"), () => ({
      seeds: ["captioner@2"],
      people: [{ id: 2, username: "ada", display_name: "Ada Okafor", deleted_number: null }],
      flags: ["near_duplicate"],
      fields: ["Title"],
      studies: [
        {
          id: 4,
          name: "How good is it",
          lowest: 1,
          highest: 5,
          sources: ["Round 1", "Round 3"],
          compares: false,
          metrics: [{ key: "overall", title: "Overall quality" }],
        },
      ],
    }))
    .on("GET", api("/samples/:id"), ({ params }) => {
      const row = state.samples.find(({ id }) => id === Number(params.id));
      if (!row) throw notFound();
      return { ...world.makeSample(row.id), state: row.state };
    })
    .on("GET", api("/samples/:id/neighbours"), ({ params, query }) => {
      const list = state.samples.filter((row) => !query.get("state") || row.state === query.get("state"));
      const beside = (row: SampleRow | undefined) => (row ? { id: row.id, name: row.image.name } : null);
      return {
        previous: beside(list.filter(({ id }) => id < Number(params.id)).at(-1)),
        next: beside(list.find(({ id }) => id > Number(params.id))),
      };
    })
    .on("GET", api("/samples/:id/comments"), () => threads)
    .on("POST", api("/samples/:id/comments"), ({ body }) => {
      const { body: words, thread, place } = body as { body: string; thread?: number; place?: CommentPlace };
      const comment = makeComment(words);
      const found = threads.threads.find(({ id }) => id === thread);
      if (found) found.comments.push(comment);
      else
        threads.threads.push({
          id: comment.id,
          place: place ?? null,
          resolved_at: null,
          resolved_by: null,
          comments: [comment],
        });
      return threads;
    })
    .on("POST", api("/comments/:id/resolve"), ({ params }) => {
      for (const thread of threads.threads) {
        if (thread.id === Number(params.id)) thread.resolved_at = world.ago(0);
      }
    })
    .on("DELETE", api("/comments/:id"), ({ params }) => {
      for (const comment of threads.threads.flatMap(({ comments }) => comments)) {
        if (comment.id === Number(params.id)) Object.assign(comment, { body: "", is_deleted: true });
      }
    })
    .on("POST", api("/samples/:id/withdraw"), ({ params }) => {
      for (const row of state.samples) if (row.id === Number(params.id)) row.state = "withdrawn";
    })
    .on("POST", api("/samples/:id/restore"), ({ params }) => {
      for (const row of state.samples) if (row.id === Number(params.id)) row.state = "open";
    });
}

/** A server with the invented project, and its state to look at or change in a test. */
export function createFakeApp(changes: Partial<FakeState> = {}): { server: FakeServer; state: FakeState } {
  const state: FakeState = {
    user: world.lena,
    projects: [
      world.makeProject(),
      world.makeProject({
        id: 2,
        name: "Harbour photographs",
        description: "",
        role: "annotator",
        recipe: null,
        state: "paused",
        counts: { samples: 0, done: 0, members: 2 },
      }),
    ],
    samples: Array.from({ length: 60 }, (_, index) => world.makeRow(index + 1)),
    ...changes,
  };
  const server = new FakeServer();
  session(server, state);
  projects(server, state);
  exchange(server);
  work(server, state);
  annotatorEndpoints(server);
  installQuality(server);
  installSamples(server, state.samples);
  installSearch(server, state.samples);
  installHome(server);
  installAdmin(server);
  installNotifications(server);
  installGold(server);
  installModels(server);
  installLearning(server);
  installStudies(server);
  installDashboards(server);
  installReleases(server);
  installEnrichments(server);
  installSecondReader(server);
  installHarms(server);
  installMentions(server);
  installReports(server);
  installTexts(server);
  return { server, state };
}
