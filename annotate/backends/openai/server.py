"""One server as this process asks it: how many requests at once, how often, and how patiently."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

import structlog

from annotate.backends.base import BackendError
from annotate.backends.configured import Configured
from annotate.backends.openai.errors import Failure, failure_of, lost
from annotate.backends.openai.rate_limit import RateLimit, back_off
from annotate.backends.openai.settings import OpenAISettings
from annotate.backends.transport import Connect, Response, TransportError
from annotate.messages import Message

log = structlog.stdlib.get_logger(__name__)
T = TypeVar("T")
Q = TypeVar("Q")

HEALTH_SECONDS = 5.0
# The last questions of a batch leave the server half idle: the longer the batch, the less.
ROUNDS_IN_BATCH = 4
LARGEST_BATCH = 100
# Threads that make questions ready: that is work for a processor, and there are never many.
PREPARING = 3
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
        self, prepares: Sequence[Callable[[], Q]], ask: Callable[[Q], T]
    ) -> list[T | BackendError]:
        """Prepare and ask several questions, many at once; one that fails stops no other.

        Questions are made ready by threads of their own, a few ahead of those who ask: whoever has
        an answer sends the next question at once, and the server is not kept waiting.
        """
        if len(prepares) <= 1:
            return [_tried(lambda: ask(prepares[0]()))] if prepares else []
        room = threading.BoundedSemaphore(2 * self._concurrency)

        def ready(prepare: Callable[[], Q]) -> Q | BackendError:
            # Pictures take memory: no more of them than will be needed soon.
            room.acquire()
            return _tried(prepare)

        def answered(future: Future[Q | BackendError]) -> T | BackendError:
            question = future.result()
            room.release()
            if isinstance(question, BackendError):
                return question
            return _tried(lambda: ask(question))

        with ThreadPoolExecutor(PREPARING) as preparing:
            futures = [preparing.submit(ready, prepare) for prepare in prepares]
            with ThreadPoolExecutor(min(len(prepares), self._concurrency)) as asking:
                return list(asking.map(answered, futures))

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

        def once(seconds: float) -> Any:
            return self._once("POST", self._at(path), body, headers, seconds, max_bytes)

        return self._until_answered(once, settings)

    def download(self, url: str, *, settings: OpenAISettings, max_bytes: int) -> bytes:
        """What lies at an address that the server has named; it is told no key.

        Raises:
            Failure: it was refused, or there was no answer in all the time and tries there are.
        """

        def once(seconds: float) -> Any:
            return self._sent("GET", url, None, {}, seconds, max_bytes)

        found: bytes = self._until_answered(once, settings).data.body
        return found

    def _until_answered(self, once: Callable[[float], Any], settings: OpenAISettings) -> Reply:
        ends: float | None = None
        tries = 0
        while True:
            tries += 1
            self._rate_limit.wait()
            with self._slots:
                started = time.monotonic()
                # The time in a queue of our own making is not the server's.
                ends = ends or started + settings.total_timeout
                seconds = max(0.1, min(settings.timeout, ends - started))
                outcome = once(seconds)
            if not isinstance(outcome, Failure):
                return Reply(outcome, time.monotonic() - started, tries)
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
        outcome = self._once("GET", self._at(path), None, headers, HEALTH_SECONDS, MAX_BYTES)
        if isinstance(outcome, Failure):
            raise outcome
        return outcome

    def _at(self, path: str) -> str:
        return f"{self._base_url}/{path}"

    def _once(
        self,
        method: str,
        url: str,
        body: bytes | None,
        headers: Mapping[str, str],
        seconds: float,
        max_bytes: int,
    ) -> Any:
        answer = self._sent(method, url, body, headers, seconds, max_bytes)
        return answer if isinstance(answer, Failure) else answer.json()

    def _sent(
        self,
        method: str,
        url: str,
        body: bytes | None,
        headers: Mapping[str, str],
        seconds: float,
        max_bytes: int,
    ) -> Response | Failure:
        try:
            answer = self._transport.send(
                method, url, headers=headers, body=body, seconds=seconds, max_bytes=max_bytes
            )
        except TransportError as error:
            return lost(error)
        return answer if answer.status == 200 else failure_of(answer, headers)


def _tried(ask: Callable[[], T]) -> T | BackendError:
    try:
        return ask()
    except BackendError as failed:
        return failed
    except Exception as unexpected:
        # Its message may hold anything, such as the key: the log alone has it.
        log.exception("Asking a server failed")
        return BackendError(Message("backend_stopped", fault=type(unexpected).__name__))


@lru_cache(maxsize=64)
def _shared(connect: Connect, base_url: str, concurrency: int, per_minute: int) -> Server:
    return Server(connect, base_url, concurrency, per_minute)


def batch_of(settings: OpenAISettings) -> int:
    return min(LARGEST_BATCH, ROUNDS_IN_BATCH * settings.concurrency)


def server_of(configured: Configured, settings: OpenAISettings) -> Server:
    """Return the server of these settings; the same one for all who ask it in this process."""
    return _shared(
        configured.environment.connect,
        settings.base_url,
        settings.concurrency,
        settings.requests_per_minute,
    )
