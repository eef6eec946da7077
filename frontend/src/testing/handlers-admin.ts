import type {
  DataFile,
  Deletion,
  DeletionPreview,
  RetentionRule,
  Health,
  HealthPoint,
  ListedUser,
  OpenSession,
  ProjectStorage,
  UserDetail,
} from "@/api/types";
import type { FakeServer } from "./fake-server";
import * as lists from "./world-lists";
import { ago, users } from "./world";

const api = (path: string) => `/api/v1${path}`;

const listed = (): ListedUser[] =>
  users.map(
    ({ id, username, display_name, email, unconfirmed_email, is_admin, may_create_projects, is_active }, place) => ({
      id,
      username,
      display_name,
      deleted_number: null,
      email,
      unconfirmed_email,
      is_admin,
      may_create_projects,
      is_active,
      is_blocked: false,
      has_second_factor: place === 0,
      joined_at: ago(90),
      last_sign_in_at: place === 3 ? null : ago(place),
      projects: place,
    }),
  );

function session(id: number, system: string, isThisOne = false): OpenSession {
  return {
    id,
    browser: "Firefox",
    system,
    address: "192.0.2.7",
    how: "password",
    second_factor: "totp",
    created_at: ago(3),
    seen_at: ago(0.1),
    is_this_one: isThisOne,
  };
}

const health = (): Health => ({
  at: ago(0),
  parts: [
    { key: "web", level: "ok", problem: null },
    {
      key: "workers",
      level: "bad",
      problem: {
        message: "No worker is running: background jobs wait.",
        message_code: "health_no_worker",
        remedy: "Start the worker and look into its log.",
        remedy_code: "health_no_worker_remedy",
        params: {},
      },
    },
    { key: "disk", level: "ok", problem: null },
  ],
  figures: {
    web_since: ago(2),
    clock_at: ago(0),
    broker: "redis",
    database_engine: "postgresql",
    database_version: "17.2",
    database_bytes: 41_000_000,
    storage: "files",
    storage_free_bytes: 80_000_000_000,
    disk_bytes: 200_000_000_000,
    disk_free_bytes: 80_000_000_000,
    product: "0.1.0",
    python: "3.12.4",
    django: "5.2.1",
    pending_migrations: 0,
    failed_last_day: 1,
  },
  workers: [],
  queues: [{ name: "exchange.export", title: "Exporting", queued: 3, running: 1, oldest_at: ago(0.01) }],
  failed: [
    {
      id: 9,
      name: "exchange.import",
      title: "Importing",
      project: 1,
      finished_at: ago(0.2),
      error: {
        code: "invalid",
        message: "The archive is broken.",
        message_code: "",
        remedy: "Pack it again.",
        remedy_code: null,
        params: {},
        retry: false,
      },
    },
  ],
});

const points = (): HealthPoint[] =>
  [3, 2, 1].map((hours) => ({
    at: ago(hours / 24),
    workers: 1,
    queued: hours,
    running: 1,
    longest_wait: hours * 60,
    failed: 0,
    database_bytes: 40_000_000,
    disk_free_bytes: 80_000_000_000,
  }));

const stored: ProjectStorage = {
  id: 1,
  name: "Village streets",
  state: "active",
  image_count: 1200,
  image_bytes: 3_400_000_000,
  study_image_count: 0,
  study_image_bytes: 0,
  export_count: 2,
  export_bytes: 5_000_000,
  release_count: 1,
  release_bytes: 4_000_000,
  total_bytes: 3_409_000_000,
};

const notice = (message: string) => ({ message, message_code: null, remedy: null, remedy_code: null, params: {} });

const dataFile: DataFile = {
  id: 4,
  state: "succeeded",
  rows: 812,
  size_bytes: 90_000,
  created_at: ago(1),
  finished_at: ago(1),
  keeps_until: ago(-6),
};

const lines = {
  goes: [{ what: "account", count: 1, said: notice("Name, address, password and preferences of the account.") }],
  stays: [{ what: "answers", count: 40, said: notice("40 answers, without a name.") }],
};

const preview: DeletionPreview = {
  ...lines,
  person: { id: 2, username: "ada", display_name: "Ada", deleted_number: null },
  is_asked_for: true,
  obstacles: [],
};

const deletion: Deletion = {
  id: 3,
  state: "done",
  person: { id: 9, username: "deleted-41", display_name: "Deleted person 41", deleted_number: 41 },
  asked_at: ago(2),
  ordered_by: { id: 1, username: "lena", display_name: "Lena", deleted_number: null },
  ordered_at: ago(1),
  finished_at: ago(1),
  done: lines,
  replaced: 12,
  error: null,
};

const retention: RetentionRule = {
  kind: "exports",
  title: notice("Files of exports"),
  about: notice("Exports of projects. Releases are no exports and stay."),
  days: null,
  changed_by: null,
  changed_at: null,
  next_run: null,
  would_remove: null,
  at_once: 200,
};

const page = <T>(results: T[]) => ({ next: null, previous: null, results });

/** The installation as its administrators see it. */
export function installAdmin(server: FakeServer): void {
  const detail = (id: number): UserDetail => ({
    ...(listed().find((user) => user.id === id) ?? listed()[0]!),
    tokens: lists.tokens,
    sessions: [session(1, "Linux"), session(2, "Android")],
  });
  server
    .on("GET", api("/users"), ({ query }) => {
      const words = (query.get("q") ?? "").toLowerCase();
      return page(listed().filter(({ username }) => username.includes(words)));
    })
    .on("GET", api("/users/:id"), ({ params }) => detail(Number(params.id)))
    .on("GET", api("/users/:id/memberships"), () => [
      {
        id: 1,
        project: { id: 1, name: "Village streets" },
        role: "annotator",
        is_blocked: false,
        joined_at: ago(20),
      },
    ])
    .on("DELETE", api("/users/:id/tokens/:token"), () => undefined)
    .on("DELETE", api("/users/:id/sessions/:session"), () => undefined)
    .on("DELETE", api("/users/:id/sessions"), () => undefined)
    .on("GET", api("/me/sessions"), () => [session(1, "Linux", true), session(2, "Android")])
    .on("DELETE", api("/me/sessions/:session"), () => undefined)
    .on("DELETE", api("/me/sessions"), () => undefined)
    .on("GET", api("/me/data"), () => ({ files: [dataFile], deletion: null, can_confirm: true }))
    .on("POST", api("/me/data/files"), () => ({ ...dataFile, state: "queued" }))
    .on("POST", api("/me/deletion"), () => ({ state: "asked", asked_at: ago(0) }))
    .on("GET", api("/users/:id/data-files"), () => [dataFile])
    .on("GET", api("/users/:id/deletion"), () => preview)
    .on("POST", api("/users/:id/deletion"), () => deletion)
    .on("GET", api("/admin/deletions"), () => page([deletion]))
    .on("GET", api("/admin/retention"), () => [retention])
    .on("GET", api("/admin/retention/runs"), () => page([]))
    .on("GET", api("/admin/retention/rules/:rule"), () => ({ count: 3, size_bytes: 5_000_000, oldest: ago(400) }))
    .on("PUT", api("/admin/retention/rules/:rule"), () => retention)
    .on("GET", api("/admin/health"), health)
    .on("GET", api("/admin/health/history"), points)
    .on("GET", api("/admin/storage"), () => page([stored]))
    .on("GET", api("/admin/audit"), () => page(lists.audit))
    .on("GET", api("/admin/audit/verbs"), () => ["guidelines.published", "project.created"])
    .on("GET", api("/projects/:id/audit/verbs"), () => ["guidelines.published", "project.created"]);
}
