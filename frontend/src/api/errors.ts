/** One field of an answer or a form that the server refuses. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
  message_code?: string | null;
  params?: Record<string, unknown>;
}

/** `code` is for programs; `message_code`, `remedy_code` and `params` say it in other languages than English. */
export interface ErrorBody {
  code: string;
  message: string;
  message_code: string | null;
  remedy: string | null;
  remedy_code: string | null;
  params: Record<string, unknown>;
  retry: boolean;
  fields: FieldProblem[];
  details: Record<string, unknown>;
}

type Translate = (code: string | null, params: Record<string, unknown>, english: string) => string;
let translate: Translate = (_code, _params, english) => english;

/** Whoever knows the language of the page says here how the server's messages are put in it. */
export function translateErrorsBy(by: Translate): void {
  translate = by;
}

/**
 * The only error the client throws. `status` is 0 when no answer came:
 * code "offline" (nothing reached us) or "timeout" (we stopped waiting).
 */
export class ApiError extends Error {
  readonly code: string;
  readonly remedy: string | null;
  readonly retry: boolean;
  readonly fields: FieldProblem[];
  readonly details: Record<string, unknown>;
  readonly status: number;

  constructor(status: number, body: Partial<ErrorBody> & { code: string; message: string }) {
    const { message_code = null, remedy_code = null, params = {}, remedy = null } = body;
    super(translate(message_code, params, body.message));
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.remedy = remedy && translate(remedy_code, params, remedy);
    this.retry = body.retry ?? false;
    this.fields = (body.fields ?? []).map((field) => ({
      ...field,
      message: translate(field.message_code ?? null, field.params ?? {}, field.message),
    }));
    this.details = body.details ?? {};
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const text = (value: unknown) => (typeof value === "string" ? value : null);

function readFields(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((field) => ({
    path: String(field.path ?? ""),
    code: String(field.code ?? "invalid"),
    message: String(field.message ?? ""),
    message_code: text(field.message_code),
    params: isRecord(field.params) ? field.params : {},
  }));
}

/** Reads the one error shape; a body of any other shape (a proxy's HTML page) still gives a sentence. */
export function errorFromBody(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : null;
  if (error && typeof error.message === "string") {
    return new ApiError(status, {
      code: typeof error.code === "string" ? error.code : "server_error",
      message: error.message,
      message_code: text(error.message_code),
      remedy: text(error.remedy),
      remedy_code: text(error.remedy_code),
      params: isRecord(error.params) ? error.params : {},
      retry: error.retry === true,
      fields: readFields(error.fields),
      details: isRecord(error.details) ? error.details : {},
    });
  }
  return new ApiError(status, {
    code: status >= 500 ? "server_error" : "unexpected_answer",
    message: `The server answered with status ${String(status)}, without saying why.`,
    message_code: "unexpected_answer",
    remedy: "Try again in a moment. If it stays, tell the person who runs this server.",
    remedy_code: "unexpected_answer_remedy",
    params: { status: String(status) },
    retry: status >= 500,
  });
}
