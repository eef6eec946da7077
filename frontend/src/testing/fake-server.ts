import type { FieldProblem } from "@/api/errors";

export interface FakeRequest {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Parsed JSON, FormData for uploads, null when there is no body. */
  body: unknown;
  headers: Headers;
}

/** Returned value is sent as JSON with status 200; undefined as 204; throw FakeError for the error shape. */
export type Handler = (request: FakeRequest) => unknown;

export class FakeError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: {
      remedy?: string | null;
      retry?: boolean;
      fields?: FieldProblem[];
      details?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
  }
}

interface Route {
  method: string;
  pattern: RegExp;
  names: string[];
  handler: Handler;
}

function compile(path: string): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const source = path.replace(/:([a-z_]+)/gi, (_, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  return { pattern: new RegExp(`^${source}$`), names };
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.includes("multipart/form-data")) return request.formData();
  const text = await request.text();
  return text ? (JSON.parse(text) as unknown) : null;
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json" },
  });
}

/**
 * A small server in memory that answers `fetch`. Routes registered later win, so a test overrides one
 * answer: `server.on("POST", "/api/v1/projects/:id/claim", () => { throw new FakeError(409, …) })`.
 */
export class FakeServer {
  readonly requests: FakeRequest[] = [];
  private readonly routes: Route[] = [];
  private down = false;
  /** Milliseconds every answer takes; for looking at loading states. */
  delay = 0;

  on(method: string, path: string, handler: Handler): this {
    this.routes.unshift({ method, ...compile(path), handler });
    return this;
  }

  /** From now on nothing is reachable, as with a pulled cable. */
  goOffline(): void {
    this.down = true;
  }

  goOnline(): void {
    this.down = false;
  }

  /** What was sent so far to one address, newest last. */
  sent(method: string, path: string): FakeRequest[] {
    const { pattern } = compile(path);
    return this.requests.filter((request) => request.method === method && pattern.test(request.path));
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    if (this.down) throw new TypeError("Failed to fetch");
    const url = new URL(request.url);
    const route = this.routes.find(
      (candidate) => candidate.method === request.method && candidate.pattern.test(url.pathname),
    );
    const values = route?.pattern.exec(url.pathname)?.slice(1) ?? [];
    const fake: FakeRequest = {
      method: request.method,
      path: url.pathname,
      params: Object.fromEntries((route?.names ?? []).map((name, index) => [name, values[index] ?? ""])),
      query: url.searchParams,
      body: await readBody(request),
      headers: request.headers,
    };
    this.requests.push(fake);
    return this.answer(route, fake);
  };

  private async answer(route: Route | undefined, request: FakeRequest): Promise<Response> {
    try {
      if (!route) throw new FakeError(404, "not_found", `No fake route ${request.method} ${request.path}.`);
      const result: unknown = await route.handler(request);
      if (result instanceof Response) return result;
      if (result === undefined) return new Response(null, { status: 204 });
      return json(200, result);
    } catch (error) {
      if (!(error instanceof FakeError)) throw error;
      const { remedy = null, retry = false, fields = [], details = {} } = error.extra;
      const body = { code: error.code, message: error.message, remedy, retry, fields, details };
      return json(error.status, { error: body });
    }
  }
}
