import type { Channel } from "@/api/crowd";
import type { Gold } from "@/api/quality";
import { FakeError, type FakeServer } from "./fake-server";
import * as base from "./world";
import * as world from "./world-gold";
import { goldShares } from "./world-shares";

const api = (path: string) => `/api/v1/projects/:id${path}`;

function read(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function page<T>(results: T[]) {
  return { next: null, previous: null, results };
}

function gold(server: FakeServer) {
  let all = world.makeGold();
  const find = (id: unknown) => {
    const match = all.find((entry) => entry.id === Number(id));
    if (!match) throw new FakeError(404, "not_found", "There is no such gold answer.");
    return match;
  };
  server
    .on("GET", api("/gold"), () => page(all))
    .on("POST", api("/gold"), ({ body }) => {
      const added = { ...(all[0] as Gold), ...read(body), id: all.length + 1, right: 0, total: 0 } as Gold;
      all = [added, ...all];
      return added;
    })
    .on("PATCH", api("/gold/:gold"), ({ params, body }) => Object.assign(find(params.gold), read(body)))
    .on("DELETE", api("/gold/:gold"), ({ params }) => {
      find(params.gold);
      all = all.filter(({ id }) => id !== Number(params.gold));
    })
    .on("POST", api("/gold/import"), ({ body }) => world.goldImport((body as FormData).get("dry_run") === "true"))
    .on("GET", api("/gold/shares"), () => goldShares)
    .on("GET", api("/gold/evidence"), () => page(world.evidence));
}

function qualification(server: FakeServer) {
  let rules = world.qualification;
  const consents = [...world.consents];
  server
    .on("GET", api("/qualification"), () => rules)
    .on("PUT", api("/qualification"), ({ body }) => {
      rules = read(body) as unknown as typeof rules;
      return rules;
    })
    .on("GET", api("/qualification/people"), () => world.qualified)
    .on("POST", api("/qualification/people/:user/reset"), () => undefined)
    .on("GET", api("/consent"), () => consents)
    .on("POST", api("/consent"), ({ body }) => {
      const version = {
        version: consents.length + 1,
        body: String(read(body).body),
        created_at: base.ago(0),
        agreed: 0,
      };
      consents.unshift(version);
      return version;
    });
}

function spelling(server: FakeServer) {
  const all = world.makeSuggestions();
  let words = ["Ikea", "TextCaps"];
  server
    .on("GET", api("/spelling"), ({ query }) =>
      page(
        all.filter(
          (entry) =>
            entry.state === (query.get("state") ?? "open") &&
            (entry.suggestions[0]?.confidence ?? 0) >= Number(query.get("min_confidence") ?? 0) &&
            entry.word.includes(query.get("word") ?? ""),
        ),
      ),
    )
    .on("POST", api("/spelling/run"), () => base.makeJob({ id: 32, name: "spelling.run", title: "Check spelling" }))
    .on("POST", api("/spelling/accept"), ({ body }) => {
      for (const { id, replacement } of read(body).items as { id: number; replacement?: string }[]) {
        const entry = all.find((known) => known.id === id);
        if (entry) Object.assign(entry, { state: "accepted", replacement: replacement ?? entry.suggestions[0]?.word });
      }
      return { done: (read(body).items as unknown[]).length, failed: [] };
    })
    .on("POST", api("/spelling/undo"), ({ body }) => {
      const ids = read(body).ids as number[];
      for (const entry of all) if (ids.includes(entry.id)) Object.assign(entry, { state: "open", replacement: null });
      return { done: ids.length, failed: [] };
    })
    .on("POST", api("/spelling/reject"), ({ body }) => {
      const { ids, add_to_words } = read(body);
      for (const entry of all) {
        if (!(ids as number[]).includes(entry.id)) continue;
        entry.state = "rejected";
        if (add_to_words) words.push(entry.word);
      }
      return { done: (ids as number[]).length, failed: [] };
    })
    .on("GET", api("/words"), () => ({ words }))
    .on("PUT", api("/words"), ({ body }) => {
      words = read(body).words as string[];
      return { words };
    });
}

function crowd(server: FakeServer) {
  const channels = world.makeChannels();
  const payments = world.makePayments();
  const move = (ids: unknown, state: "approved" | "sent") => {
    for (const payment of payments) if ((ids as number[]).includes(payment.id)) Object.assign(payment, { state });
  };
  server
    .on("GET", "/api/v1/crowd/adapters", () => world.adapters)
    .on("GET", api("/channels"), () => channels)
    .on("POST", api("/channels"), ({ body }) => {
      const { name, adapter, stage, settings } = read(body);
      const channel = {
        ...world.makeChannels()[0]!,
        id: channels.length + 1,
        name: String(name),
        adapter: adapter as Channel["adapter"],
        stage: (stage as string | null) ?? null,
        settings: read(settings),
        state: "open" as const,
        counts: { arrived: 0, working: 0, submitted: 0, returned: 0 },
        entry_url: "http://localhost:8000/enter/new-one",
      };
      channels.push(channel);
      return channel;
    })
    .on("PATCH", api("/channels/:channel"), ({ params, body }) =>
      Object.assign(channels.find(({ id }) => id === Number(params.channel)) ?? {}, read(body)),
    )
    .on("DELETE", api("/channels/:channel"), ({ params }) => {
      channels.splice(
        channels.findIndex(({ id }) => id === Number(params.channel)),
        1,
      );
    })
    .on("GET", api("/channels/:channel/links"), () => page(world.makeLinks()))
    .on("POST", api("/channels/:channel/links"), ({ body }) => ({
      ...world.makeLinks()[1],
      ...read(body),
      id: 3,
      url: "http://localhost:8000/enter/colleagues-9f0e?link=once-only",
    }))
    .on("DELETE", api("/channels/:channel/links/:link"), () => undefined)
    .on("GET", api("/payments"), () => page(payments))
    .on("POST", api("/payments/compute"), () => ({ new: 2, changed: 0, dropped: 0, not_due: 1 }))
    .on("POST", api("/payments/approve"), ({ body }) => {
      move(read(body).ids, "approved");
      return { done: (read(body).ids as number[]).length };
    })
    .on("POST", api("/payments/send"), ({ body }) => {
      move(read(body).ids, "sent");
      return base.makeJob({ id: 33, name: "crowd.pay", title: "Send payments" });
    });
}

export function installGold(server: FakeServer): void {
  gold(server);
  qualification(server);
  spelling(server);
  crowd(server);
}
