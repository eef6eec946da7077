"""One family of errors, one JSON shape, stable codes.

Every refusal a person can meet is an `AppError`: a message of the catalogue (`annotate.messages`)
that says what happened, its remedy, which field is meant, and whether trying again can help.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, TypeVar

from annotate.kinds.problems import Problem
from annotate.messages import Message, exists, params_json

RowT = TypeVar("RowT")


@dataclass(frozen=True)
class FieldError:
    """One field that is wrong: `path` as in `objects[2].box`, and what to say about it."""

    path: str
    code: str
    message: str
    message_code: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def about(cls, path: str, message: Message, code: str | None = None) -> "FieldError":
        """What a message says, of the field at a path; `code` is for programs, if another."""
        params = params_json(message.params)
        return cls(path, code or message.code, str(message), message.code, params)

    def as_message(self) -> Message:
        """What it says; of a sentence that is in no catalogue, the sentence."""
        if self.message_code is None:
            return Message("unreadable_because", reason=self.message)
        return Message.from_json({"code": self.message_code, "params": self.params})

    @classmethod
    def of(cls, problem: Problem, path: str | None = None) -> "FieldError":
        """A problem that a model found, at a path of the request where that is another."""
        at = problem.path if path is None else path
        return cls(at, problem.code, problem.message, problem.message_code, problem.params)


# Codes of classes that say only what status an answer has.
_GENERAL = ("error", "invalid", "conflict", "forbidden")


def _encodable(value: Any) -> Any:
    """What UTF-8 can carry: a message may repeat the lone surrogate it refuses."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {name: _encodable(part) for name, part in value.items()}
    return [_encodable(part) for part in value] if isinstance(value, list | tuple) else value


class AppError(Exception):
    """Base of every expected error; `status` is the HTTP status it is answered with.

    Without a message it says what the catalogue has for the code of its class. The remedy is the
    entry ``<code>_remedy`` of the message, else that of the class.

    Args:
        remedy: in place of those.
        details: for programs, never for people.
    """

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 400

    def __init__(
        self,
        message: Message | None = None,
        *,
        code: str | None = None,
        remedy: Message | None = None,
        fields: Sequence[FieldError] = (),
        retry: bool = False,
        details: dict[str, Any] | None = None,
    ) -> None:
        self.entry = message or Message(self.code)
        self.advice = remedy or self._remedy()
        self.message = str(self.entry)
        super().__init__(self.message)
        self.error_code = code or (self.code if fields else self._code_of(message))
        self.remedy = str(self.advice) if self.advice else None
        self.fields = list(fields)
        self.retry = retry
        self.details = details or {}

    def _code_of(self, message: Message | None) -> str:
        """The code of the message where that of the class says nothing, else that of the class."""
        return message.code if message and self.code in _GENERAL else self.code

    def _remedy(self) -> Message | None:
        if own := self.entry.remedy():
            return own
        # The nearest class that has one: what helps against a conflict helps against each.
        codes = (f"{base.code}_remedy" for base in type(self).__mro__ if hasattr(base, "code"))
        return next((Message(code) for code in codes if exists(code)), None)

    def body(self) -> dict[str, Any]:
        """The JSON body of the answer.

        `code` is for programs; `message_code` and `remedy_code` name the entries of the catalogue
        that `message` and `remedy` are in English, with `params` for the slots of both.
        """
        advice = self.advice.params if self.advice else {}
        params = params_json({**self.entry.params, **advice})
        return {
            "error": _encodable(
                {
                    "code": self.error_code,
                    "message": self.message,
                    "message_code": self.entry.code,
                    "remedy": self.remedy,
                    "remedy_code": self.advice.code if self.advice else None,
                    "params": params,
                    "retry": self.retry,
                    "fields": [asdict(wrong) for wrong in self.fields],
                }
            )
            | {"details": self.details}
        }


class Invalid(AppError):
    """What was sent breaks a rule; `fields` names each place."""

    code = "invalid"
    status = 422

    @classmethod
    def field(cls, path: str, message: Message, *, code: str | None = None) -> "Invalid":
        """An error about exactly one field; `code` is that of the field, the error has its own."""
        return cls(message, fields=[FieldError.about(path, message, code)])


class NotAuthenticated(AppError):
    code = "not_authenticated"
    status = 401


class Forbidden(AppError):
    code = "forbidden"
    status = 403


class NotFound(AppError):
    """Absent, or not yours to see: the two are never told apart."""

    code = "not_found"
    status = 404


def existing(row: RowT | None) -> RowT:
    """What a look-up gave; raises NotFound where it gave nothing."""
    if row is None:
        raise NotFound
    return row


class Conflict(AppError):
    """Somebody or something else was first; nothing was half done."""

    code = "conflict"
    status = 409


class TooLarge(AppError):
    code = "too_large"
    status = 413


class AddressTooLong(AppError):
    code = "address_too_long"
    status = 414


class HeadersTooLarge(AppError):
    code = "headers_too_large"
    status = 431


class Throttled(AppError):
    code = "throttled"
    status = 429


class ServerError(AppError):
    """Nobody's refusal but a mistake of ours; the log has the trace."""

    code = "server_error"
    status = 500


class Unavailable(AppError):
    """The database is out of reach; nothing was half done."""

    code = "unavailable"
    status = 503


class StorageFull(AppError):
    """There is no room left on a disk of the server; nothing was half written."""

    code = "storage_full"
    status = 507
