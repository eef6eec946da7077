/** One field of an answer or a form that the server refuses. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

export interface ErrorBody {
  code: string;
  message: string;
  remedy: string | null;
  retry: boolean;
  fields: FieldProblem[];
  details: Record<string, unknown>;
}

type Say = (sentence: string) => string;
let say: Say = (sentence) => sentence;

/** Whoever knows the language of the page says here how the server's sentences are put in it. */
export function sayErrorsBy(words: Say): void {
  say = words;
}

/**
 * The only error the client throws. `status` is 0 when no answer came:
 * code "offline" (nothing reached us) or "timeout" (we stopped waiting).
 */
export class ApiError extends Error implements ErrorBody {
  readonly code: string;
  readonly remedy: string | null;
  readonly retry: boolean;
  readonly fields: FieldProblem[];
  readonly details: Record<string, unknown>;
  readonly status: number;

  constructor(status: number, body: Partial<ErrorBody> & { code: string; message: string }) {
    super(say(body.message));
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.remedy = body.remedy == null ? null : say(body.remedy);
    this.retry = body.retry ?? false;
    this.fields = (body.fields ?? []).map((field) => ({ ...field, message: say(field.message) }));
    this.details = body.details ?? {};
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function readFields(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((field) => ({
    path: String(field.path ?? ""),
    code: String(field.code ?? "invalid"),
    message: String(field.message ?? ""),
  }));
}

/** Reads the one error shape; a body of any other shape (a proxy's HTML page) still gives a sentence. */
export function errorFromBody(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : null;
  if (error && typeof error.message === "string") {
    return new ApiError(status, {
      code: typeof error.code === "string" ? error.code : "server_error",
      message: error.message,
      remedy: typeof error.remedy === "string" ? error.remedy : null,
      retry: error.retry === true,
      fields: readFields(error.fields),
      details: isRecord(error.details) ? error.details : {},
    });
  }
  return new ApiError(status, {
    code: status >= 500 ? "server_error" : "unexpected_answer",
    message: `The server answered with status ${String(status)}, without saying why.`,
    remedy: "Try again in a moment. If it stays, tell the person who runs this server.",
    retry: status >= 500,
  });
}
