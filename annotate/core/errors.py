"""One family of errors, one JSON shape, stable codes.

Every refusal a person can meet is an `AppError`: it says what happened, what to do about it,
which field is meant, and whether trying the same thing again can help.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class FieldError:
    """One field that is wrong: `path` as in `objects[2].box`, a stable `code`, a plain sentence."""

    path: str
    code: str
    message: str


def _encodable(text: str) -> str:
    """Return a text that UTF-8 can carry: a message may repeat the lone surrogate it refuses."""
    return text.encode("utf-8", "replace").decode()


class AppError(Exception):
    """Base of every expected error; `status` is the HTTP status it is answered with."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 400
    default_message: ClassVar[str] = "This could not be done."
    default_remedy: ClassVar[str | None] = None

    def __init__(
        self,
        message: str | None = None,
        *,
        code: str | None = None,
        remedy: str | None = None,
        fields: Sequence[FieldError] = (),
        retry: bool = False,
        details: dict[str, Any] | None = None,
    ) -> None:
        self.message = message or self.default_message
        super().__init__(self.message)
        self.error_code = code or self.code
        self.remedy = remedy or self.default_remedy
        self.fields = list(fields)
        self.retry = retry
        self.details = details or {}

    def body(self) -> dict[str, Any]:
        """Return the JSON body of the answer."""
        return {
            "error": {
                "code": self.error_code,
                "message": _encodable(self.message),
                "remedy": self.remedy,
                "retry": self.retry,
                "fields": [
                    {name: _encodable(text) for name, text in asdict(field).items()}
                    for field in self.fields
                ],
                "details": self.details,
            }
        }


class Invalid(AppError):
    """What was sent breaks a rule; `fields` names each place."""

    code = "invalid"
    status = 422
    default_message = "Some of what was sent cannot be accepted."
    default_remedy = "Correct the fields named and send it again."

    @classmethod
    def field(cls, path: str, code: str, message: str, *, remedy: str | None = None) -> "Invalid":
        """An error about exactly one field."""
        return cls(message, fields=[FieldError(path, code, message)], remedy=remedy)


class NotAuthenticated(AppError):
    code = "not_authenticated"
    status = 401
    default_message = "You are not signed in."
    default_remedy = "Sign in and try again; nothing you typed is lost."


class Forbidden(AppError):
    code = "forbidden"
    status = 403
    default_message = "Your role does not allow this."
    default_remedy = "Ask a lead of the project."


class NotFound(AppError):
    """Absent, or not yours to see: the two are never told apart."""

    code = "not_found"
    status = 404
    default_message = "There is nothing here for you."


class Conflict(AppError):
    """Somebody or something else was first; nothing was half done."""

    code = "conflict"
    status = 409
    default_message = "This has changed in the meantime."
    default_remedy = "Load it again and repeat what you wanted to do."


class TooLarge(AppError):
    code = "too_large"
    status = 413
    default_message = "This is too large."


class Throttled(AppError):
    code = "throttled"
    status = 429
    default_message = "Too many attempts."
    default_remedy = "Wait a little and try again."
