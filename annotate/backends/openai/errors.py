"""Why a server gave no answer, in words for the lead, and whether asking again can help."""

from collections.abc import Mapping
from typing import Any

from annotate.analysis.text import clean_line
from annotate.backends.base import BackendError
from annotate.backends.openai.rate_limit import asked_to_wait
from annotate.backends.transport import Response, TransportError
from annotate.messages import Message

MAX_MESSAGE = 300
# Those that say: later, perhaps. 409 is a lock that somebody else holds, 425 "too early".
_PASSING = frozenset({408, 409, 425, 429})


class Failure(BackendError):
    """A request that came to nothing; `wait`: for how long the server asks to be left alone."""

    def __init__(
        self,
        message: Message | str,
        *,
        retry: bool,
        wait: float | None = None,
        status: int | None = None,
        server_message: str = "",
    ) -> None:
        super().__init__(message, retry=retry)
        self.wait = wait
        self.status = status
        # What the server said itself, by which it may be understood what it does not like.
        self.server_message = server_message

    def after(self, tries: int) -> "Failure":
        if tries == 1:
            return self
        return Failure(
            Message("tried_several_times", problem=self.said, count=tries),
            retry=self.retry,
            wait=self.wait,
            status=self.status,
            server_message=self.server_message,
        )


def lost(error: TransportError) -> Failure:
    if error.forbidden:
        return Failure(Message("private_host", problem=error.message), retry=False)
    return Failure(error.message, retry=True)


def failure_of(answer: Response, headers: Mapping[str, str]) -> Failure:
    """Return what an answer other than 200 means; `headers` are those of the request."""
    code, server_message = _code_and_message(answer)
    # A server that repeats the key it was shown must not spread it.
    for secret in headers.get("Authorization", "").split():
        if len(secret) > 7:
            server_message = server_message.replace(secret, "…")
    passing = answer.status in _PASSING or answer.status >= 500
    if code == "insufficient_quota":  # a 429 that stays
        passing = False
    status = str(answer.status)
    message = Message("server_answered", status=status)
    if server_message:
        message = Message("server_answered_with", status=status, text=server_message)
    return Failure(
        message,
        retry=passing,
        wait=asked_to_wait(answer.headers) if passing else None,
        status=answer.status,
        server_message=server_message,
    )


def _code_and_message(answer: Response) -> tuple[str, str]:
    """Return (code, message) of an error; OpenAI's form, or what other servers make of it."""
    data = answer.json()
    error = data.get("error", data) if isinstance(data, dict) else data
    code, message = "", error
    if isinstance(error, dict):
        code = str(error.get("code") or error.get("type") or "")
        message = next((error[key] for key in ("message", "detail", "error") if error.get(key)), "")
    if data is None:
        message = answer.body[: 4 * MAX_MESSAGE].decode("utf-8", "replace")
    return code, excerpt(message)


def excerpt(value: Any) -> str:
    return clean_line(str(value)[: 4 * MAX_MESSAGE])[:MAX_MESSAGE]
