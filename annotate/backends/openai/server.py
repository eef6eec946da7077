"""One server as this process asks it: how many requests at once, how often, and how patiently.

How many and how often hold for the installation by the turns that are taken before (`line_of`). The
bounds here hold within a process, for what a turn alone cannot see: requests that are sent again.
"""

import email.utils
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from random import SystemRandom
from typing import Any, TypeVar

from annotate.analysis.text import clean_line
from annotate.backends.base import BackendError, Usage
from annotate.backends.configured import Configured, Connect, Response, TransportError
from annotate.backends.openai.flow import Flow, note, note_hold, note_try
from annotate.backends.openai.settings import OpenAISettings
from annotate.backends.turns import Limits, Line, Unlimited
from annotate.messages import Message

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
_unrepeatable = SystemRandom()


class RateLimit:
    """Lets requests begin no more often than so many times a minute, of all threads together."""

    def __init__(self, per_minute: int) -> None:
        self._gap = 60 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        with self._lock:
            at = max(time.monotonic(), self._next)
            self._next = at + self._gap
        left = at - time.monotonic()
        if left > 0:  # even a sleep of nothing gives the processor away
            time.sleep(left)

    def hold(self, seconds: float) -> None:
        """Let nobody begin for so long: the server has asked for it."""
        with self._lock:
            self._next = max(self._next, time.monotonic() + seconds)


def back_off(attempt: int) -> float:
    """How long to wait after the first, second … try: twice as long each time.

    Between half of that and all of it, so that those who failed together do not come back so.
    """
    longest: float = min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT)
    # No result depends on it: this chance need not be repeatable.
    return longest * (0.5 + _unrepeatable.random() / 2)


def asked_to_wait(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """For how many seconds a server asks to be left alone (RFC 9110, §10.2.3), if it does.

    >>> asked_to_wait({"Retry-After": "1.5"}), asked_to_wait({"retry-after-ms": "250"})
    (1.5, 0.25)
    >>> asked_to_wait({"Retry-After": "soon"}), asked_to_wait({})
    (None, None)
    >>> from datetime import UTC
    >>> late = datetime(2015, 10, 21, 7, 27, 30, tzinfo=UTC)
    >>> asked_to_wait({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, late)
    30.0
    """
    lower = {name.lower(): value for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(lower.get(name, "")) * unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return _until(lower.get("retry-after", ""), now.timestamp() if now else time.time())


def _until(date: str, now: float) -> float | None:
    try:
        return max(0.0, email.utils.parsedate_to_datetime(date).timestamp() - now)
    except (TypeError, ValueError):
        return None


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
            Message("tried_several_times", problem=self.entry, count=tries),
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
    """What an answer other than 200 means; `headers` are those of the request."""
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
    """(code, message) of an error; OpenAI's form, or what other servers make of it."""
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


T = TypeVar("T")
Q = TypeVar("Q")

HEALTH_SECONDS = 5.0
# The last questions of a batch leave the server half idle: the longer the batch, the less.
ROUNDS_IN_BATCH = 4
LARGEST_BATCH = 100
MAX_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Reply:
    """What the server said at last, and how long that one try took."""

    data: Any
    seconds: float
    tries: int


class Server:
    """Shared by all threads, detectors and captioners of this process that ask one server."""

    def __init__(self, connect: Connect, base_url: str, concurrency: int, per_minute: int) -> None:
        self._base_url = base_url
        self._slots = threading.BoundedSemaphore(concurrency)
        self._concurrency = concurrency
        self._rate_limit = RateLimit(per_minute)
        self._transport = connect(concurrency)

    def each(
        self,
        prepares: Sequence[Callable[[], Q]],
        ask: Callable[[Q], T],
        line: Line | None = None,
    ) -> list[T | BackendError]:
        """Prepare and ask several questions, many at once; one that fails stops no other.

        Questions are made ready by threads of their own, a few ahead of those who ask: whoever has
        an answer sends the next question at once, and the server is not kept waiting.

        Args:
            line: where each waits for its turn; None where nobody else asks.
        """
        waiting = line or Unlimited().line(Limits(at_once=self._concurrency))
        return Flow(ask, waiting, self._concurrency).answers(prepares)

    def post(
        self,
        path: str,
        body: bytes,
        *,
        headers: Mapping[str, str],
        settings: OpenAISettings,
        max_bytes: int = MAX_BYTES,
    ) -> Reply:
        """Send a request until it is answered.

        Raises:
            Failure: it was refused, or there was no answer in all the time and tries there are.
        """
        ask = partial(self._send, "POST", self._at(path), body, headers, max_bytes)
        reply = self._until_answered(ask, settings)
        reply = replace(reply, data=reply.data.json())
        note(usage_of(reply.data, settings) or Usage())
        return reply

    def download(self, url: str, *, settings: OpenAISettings, max_bytes: int) -> bytes:
        """What lies at an address that the server has named; it is told no key.

        Raises:
            Failure: it was refused, or there was no answer in all the time and tries there are.
        """
        ask = partial(self._send, "GET", url, None, {}, max_bytes)
        body: bytes = self._until_answered(ask, settings).data.body
        return body

    def _until_answered(
        self, ask: Callable[[float], Response | Failure], settings: OpenAISettings
    ) -> Reply:
        ends: float | None = None
        tries = 0
        while True:
            tries += 1
            self._rate_limit.wait()
            note_try()
            with self._slots:
                started = time.monotonic()
                # The time in a queue of our own making is not the server's.
                ends = ends or started + settings.total_timeout
                seconds = max(0.1, min(settings.timeout, ends - started))
                outcome = ask(seconds)
            if not isinstance(outcome, Failure):
                return Reply(outcome, time.monotonic() - started, tries)
            if outcome.wait is not None:
                note_hold(outcome.wait)
            wait = max(back_off(tries), outcome.wait or 0.0)
            if not outcome.retry or tries > settings.retries or time.monotonic() + wait > ends:
                raise outcome.after(tries)
            if outcome.wait is not None:
                self._rate_limit.hold(outcome.wait)
            time.sleep(wait)

    def get(self, path: str, *, headers: Mapping[str, str]) -> Any:
        """Ask once and quickly.

        Raises:
            Failure: it was refused, or there was no answer in time.
        """
        outcome = self._send("GET", self._at(path), None, headers, MAX_BYTES, HEALTH_SECONDS)
        if isinstance(outcome, Failure):
            raise outcome
        return outcome.json()

    def _at(self, path: str) -> str:
        return f"{self._base_url}/{path}"

    def _send(
        self,
        method: str,
        url: str,
        body: bytes | None,
        headers: Mapping[str, str],
        max_bytes: int,
        seconds: float,
    ) -> Response | Failure:
        try:
            answer = self._transport.send(
                method, url, headers=headers, body=body, seconds=seconds, max_bytes=max_bytes
            )
        except TransportError as error:
            return lost(error)
        return answer if answer.status == 200 else failure_of(answer, headers)


@lru_cache(maxsize=64)
def _shared(connect: Connect, base_url: str, concurrency: int, per_minute: int) -> Server:
    return Server(connect, base_url, concurrency, per_minute)


def settings_of(configured: Configured) -> OpenAISettings:
    if not isinstance(configured.settings, OpenAISettings):
        raise TypeError("These are settings of another back end.")
    return configured.settings


def headers_of(configured: Configured) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    key = configured.secrets.get("api_key", "")
    return headers | ({"Authorization": f"Bearer {key}"} if key else {})


def batch_of(settings: OpenAISettings) -> int:
    return min(LARGEST_BATCH, ROUNDS_IN_BATCH * settings.concurrency)


def server_of(configured: Configured, settings: OpenAISettings) -> Server:
    """The same one for all who ask it in this process."""
    return _shared(
        configured.environment.connect,
        settings.base_url,
        settings.concurrency,
        settings.requests_per_minute,
    )


def line_of(configured: Configured, settings: OpenAISettings) -> Line:
    """A new place among all who ask this server, in whatever process."""
    limits = Limits(
        at_once=settings.concurrency,
        per_minute=settings.requests_per_minute,
        cost_per_day=settings.cost_per_day,
        cost_per_month=settings.cost_per_month,
    )
    return configured.turns.line(limits)


def usage_of(data: Any, settings: OpenAISettings) -> Usage | None:
    """What an answer cost; None where the server did not say and no price is known of a request."""
    said = data.get("usage") if isinstance(data, dict) else None
    counts = said if isinstance(said, dict) else {}
    if not isinstance(said, dict) and not settings.price_request:
        return None
    tokens_in = _count(counts.get("prompt_tokens"))
    tokens_out = _count(counts.get("completion_tokens"))
    cost = (tokens_in * settings.price_in + tokens_out * settings.price_out) / 1e6
    return Usage(
        prompt_tokens=tokens_in,
        completion_tokens=tokens_out,
        cost=round(cost + settings.price_request, 8),
    )


def _count(value: Any) -> int:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return min(value, 2**31 - 1) if is_number and value > 0 else 0
