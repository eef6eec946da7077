import { ApiError, errorFromBody } from "./errors";

/** Reads take this long at most; writes and uploads may be slow and are left to finish. */
const READ_TIMEOUT_MS = 30_000;
const SESSION = "/api/v1/session";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Why a page may not go on: its person was signed out, or somebody else has signed in since. */
export type SessionLoss = "signed_out" | "other_user";

/**
 * Called when the server no longer knows the session. Resolves to true once the person has signed in
 * again, and the request is then sent a second time: nothing typed on the page is lost.
 */
type SignInAgain = (why: SessionLoss) => Promise<boolean>;

let signInAgain: SignInAgain | null = null;
let owner: number | null = null;

export function onSessionLost(handler: SignInAgain | null): void {
  signInAgain = handler;
}

/** Whose page this is. The server refuses what a page sends in the name of anybody else. */
export function pageBelongsTo(user: number | null): void {
  owner = user;
}

export function pageOwner(): number | null {
  return owner;
}

function cookie(name: string): string | null {
  for (const part of document.cookie.split("; ")) {
    const [key, ...value] = part.split("=");
    if (key === name) return decodeURIComponent(value.join("="));
  }
  return null;
}

function isSessionAddress(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === SESSION || pathname.startsWith(`${SESSION}/`);
}

function withToken(request: Request): Request {
  request.headers.set("Accept", "application/json");
  if (owner !== null && !isSessionAddress(request)) request.headers.set("X-Annotate-User", String(owner));
  if (!SAFE_METHODS.has(request.method)) {
    const token = cookie("csrftoken");
    if (token) request.headers.set("X-CSRFToken", token);
  }
  return request;
}

function withTimeout(request: Request): { signal: AbortSignal; timer: AbortSignal | null } {
  if (!SAFE_METHODS.has(request.method)) return { signal: request.signal, timer: null };
  const timer = AbortSignal.timeout(READ_TIMEOUT_MS);
  return { signal: AbortSignal.any([request.signal, timer]), timer };
}

async function once(request: Request): Promise<Response> {
  const { signal, timer } = withTimeout(request);
  try {
    return await fetch(withToken(request), { signal });
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    if (timer?.aborted) {
      throw new ApiError(0, {
        code: "timeout",
        message: "The server did not answer in time.",
        message_code: "timeout",
        remedy: "Try again. If it stays slow, tell the person who runs this server.",
        remedy_code: "timeout_remedy",
        retry: true,
      });
    }
    throw new ApiError(0, {
      code: "offline",
      message: "The server cannot be reached.",
      message_code: "offline",
      remedy: "Check your connection and try again. What you typed is still here.",
      remedy_code: "offline_remedy",
      retry: true,
    });
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** The page's security token went missing or is another session's: any read brings a new one. */
async function lacksToken(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  return errorFromBody(403, await readBody(response.clone())).code === "csrf";
}

async function whyLost(response: Response): Promise<SessionLoss> {
  const { code } = errorFromBody(401, await readBody(response.clone()));
  return code === "other_user" ? "other_user" : "signed_out";
}

/** Sends a request with the CSRF token; throws ApiError for anything but a 2xx answer. */
export async function send(request: Request): Promise<Response> {
  // Each attempt sends a copy, because a body can be read only once.
  const attempt = () => once(request.clone());
  let response = await attempt();
  if (response.status === 401 && signInAgain && !isSessionAddress(request)) {
    if (await signInAgain(await whyLost(response))) response = await attempt();
  }
  if (await lacksToken(response)) {
    await once(new Request(new URL(SESSION, window.location.origin)));
    response = await attempt();
  }
  if (!response.ok) throw errorFromBody(response.status, await readBody(response));
  return response;
}
