"""What can go wrong, each with what to do about it.

Everything that this package raises on purpose is an `AnnotateError`. What the server refuses is an
`ApiError`: it says the server's own words, and carries them apart as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


class AnnotateError(Exception):
    """Base of all errors of this package."""


@dataclass(frozen=True)
class FieldError:
    """One place of what was sent that is wrong: ``path`` as in ``objects[2].box``."""

    path: str
    code: str
    message: str


class ApiError(AnnotateError):
    """The server refused a request.

    Attributes:
        status: the HTTP status.
        code: stable, for programs: ``invalid``, ``not_found``, ``lease_lost`` …
        message: what happened, for people.
        remedy: what to do about it, for people; None where there is nothing to say.
        fields: each place that is wrong.
        retry: whether sending the same again can help.
        details: for programs; depends on the code.
        request_id: what the request is called in the server's log.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        remedy: str | None = None,
        fields: Sequence[FieldError] = (),
        retry: bool = False,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
    ) -> None:
        self.status, self.code, self.message, self.remedy = status, code, message, remedy
        self.fields, self.retry = tuple(fields), retry
        self.details, self.request_id = dict(details or {}), request_id
        super().__init__(self._words())

    def _words(self) -> str:
        lines = [f"{self.message} ({self.status} {self.code})"]
        lines += [f"  {wrong.path or 'body'}: {wrong.message}" for wrong in self.fields]
        if self.remedy:
            lines.append(f"What to do: {self.remedy}")
        if self.status >= 500 and self.request_id:
            lines.append(f"In the server's log it is request {self.request_id}.")
        return "\n".join(lines)

    @classmethod
    def of(cls, status: int, error: Mapping[str, Any], request_id: str | None) -> "ApiError":
        """The error of an answer in the API's one shape, in the class for its status."""
        kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
        fields = [
            FieldError(str(f.get("path", "")), str(f.get("code", "")), str(f.get("message", "")))
            for f in error.get("fields") or ()
        ]
        return kind(
            status,
            str(error.get("code", "error")),
            str(error.get("message", "")),
            remedy=error.get("remedy"),
            fields=fields,
            retry=bool(error.get("retry")),
            details=error.get("details"),
            request_id=request_id,
        )


class NotAuthenticated(ApiError):
    """The token is missing, wrong or expired (401)."""


class Forbidden(ApiError):
    """Your role does not allow it (403)."""


class NotFound(ApiError):
    """There is nothing, or it is not for you: the server never tells the two apart (404)."""


class Conflict(ApiError):
    """Somebody or something else was first: read again, then decide (409)."""


class TooLarge(ApiError):
    """More was sent than the server takes at once (413)."""


class Invalid(ApiError):
    """What was sent breaks a rule; ``fields`` names each place (422)."""


class Throttled(ApiError):
    """Too much was asked for in too short a time, also after waiting (429)."""


class ServerError(ApiError):
    """The server failed, or cannot do it now, also after trying again (5xx)."""


_BY_STATUS: dict[int, type[ApiError]] = {
    401: NotAuthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    413: TooLarge,
    422: Invalid,
    429: Throttled,
}


class NotConfigured(AnnotateError):
    """The client was not told where the server is, or who asks."""


class NoConnection(AnnotateError):
    """The server could not be reached, or the line broke, also after trying again."""


class UnknownServer(AnnotateError):
    """What answers is no Annotate server, or one whose API this client does not know."""


class Misused(AnnotateError, ValueError):
    """What this package was given makes no sense; nothing was sent."""


class JobFailed(AnnotateError):
    """A background job of the server failed or was cancelled; ``job`` is its last state."""

    def __init__(self, message: str, job: object) -> None:
        super().__init__(message)
        self.job = job


class WaitedTooLong(AnnotateError, TimeoutError):
    """What was waited for did not happen in the time given; on the server it goes on."""


class DamagedDownload(AnnotateError):
    """A downloaded file is not the one the server made; nothing was kept of it."""


class MissingExtra(AnnotateError, ImportError):
    """A package that only some people need is not installed."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed.\nWhat to do: pip install 'annotate-client[{extra}]'"
        )
