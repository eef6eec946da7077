import createClient from "openapi-fetch";
import type { paths } from "./schema";
import { send } from "./transport";

/** The typed client: addresses, parameters and bodies are checked against the generated schema. */
export const server = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "same-origin",
  fetch: send,
});

/** The body of an answer. `send` throws for every refusal, so there always is one. */
export async function result<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}

/** For operations that answer with nothing. */
export async function done(answer: Promise<unknown>): Promise<void> {
  await answer;
}

/** A form to send as it is; the schema can only say that a file is a string. */
export function formBody(form: FormData): never {
  return form as never;
}

// The calls of the workbench, still by hand-written address ------------------------------------

interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Lets a last save outlive the page (at most 64 KiB). */
  keepalive?: boolean;
}

async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  if (options.body instanceof FormData) {
    // The browser names the type itself, with the boundary between the parts.
    init.body = options.body;
  } else if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { "Content-Type": "application/json" };
  }
  const address = new URL(`/api/v1${path}`, window.location.origin);
  const response = await send(new Request(address, init));
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>("GET", path, options),
  post: <T>(path: string, body?: unknown, options?: RequestOptions) => request<T>("POST", path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: RequestOptions) => request<T>("PUT", path, { ...options, body }),
  patch: <T>(path: string, body: unknown, options?: RequestOptions) => request<T>("PATCH", path, { ...options, body }),
  delete: <T = void>(path: string, options?: RequestOptions) => request<T>("DELETE", path, options),
};
