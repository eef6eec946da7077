import type { Choice, Notification } from "@/api/notifications";
import type { IdentityProvider } from "@/api/sso";
import type { FakeServer } from "./fake-server";

const api = (path: string) => `/api/v1/me/notifications${path}`;

function told(id: number, changes: Partial<Notification>): Notification {
  return {
    id,
    kind: "job_failed",
    message: "Exporting has failed.",
    message_code: null,
    remedy: null,
    remedy_code: null,
    params: {},
    project: { id: 1, name: "Street scenes" },
    path: "/projects/1/export",
    count: 1,
    updated_at: "2026-03-02T09:00:00Z",
    read_at: null,
    ...changes,
  };
}

/** Three things to know, one of them read. */
const work: IdentityProvider = {
  key: "work",
  name: "Example University",
  issuer: "https://id.example.org/realms/work",
  client_id: "annotate",
  scopes: ["openid", "email", "profile"],
  groups_claim: "groups",
  rules: [{ group: "leads", admin: false, project: 1, role: "lead", teams: [] }],
  email_domains: [],
  makes_accounts: true,
  links_by_email: false,
  trusts_second_factor: false,
  signs_out_at_provider: false,
  is_active: true,
  has_secret: true,
  is_deployed: false,
  redirect_address: "https://annotate.example.org/sign-in/work/back",
  signed_out_address: "https://annotate.example.org/login",
};

export function installNotifications(server: FakeServer): void {
  const rows = [
    told(3, { kind: "review_waiting", message: "12 answers wait for review.", path: "/projects/1/review", count: 12 }),
    told(2, {}),
    told(1, { kind: "job_done", message: "Importing is finished.", read_at: "2026-03-02T09:00:00Z" }),
  ];
  const choices: Choice[] = [
    { kind: "job_failed", is_shown: true, mail: "at_once" },
    { kind: "review_waiting", is_shown: true, mail: "daily" },
  ];
  const unread = () => rows.filter(({ read_at }) => read_at === null);
  server
    .on("GET", api(""), ({ query }) => ({
      next: null,
      previous: null,
      results: query.get("unread") === "true" ? unread() : rows,
    }))
    .on("GET", api("/unread"), () => ({ count: unread().length }))
    .on("POST", api("/read"), () => {
      for (const row of rows) row.read_at = "2026-03-02T10:00:00Z";
    })
    .on("POST", api("/:id/read"), ({ params }) => {
      for (const row of rows) if (row.id === Number(params.id)) row.read_at = "2026-03-02T10:00:00Z";
    })
    .on("GET", api("/choices"), () => ({ mail_is_set_up: true, address: "lena@example.org", choices }))
    .on("PATCH", api("/choices/:kind"), ({ params, body }) => {
      const choice = choices.find(({ kind }) => kind === params.kind);
      return choice && Object.assign(choice, body);
    })
    .on("GET", "/api/v1/sign-in", () => ({ password: true, providers: [] }))
    .on("GET", "/api/v1/me/identities", () => [])
    .on("GET", "/api/v1/admin/identity-providers", () => [work])
    .on("GET", "/api/v1/password-resets", () => ({ available: true }))
    .on("POST", "/api/v1/password-resets", () => undefined)
    .on("POST", "/api/v1/password-resets/use", () => undefined);
}
