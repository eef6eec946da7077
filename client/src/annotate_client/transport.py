"""Requests that are sent again where that is safe, and answers in one of two forms: JSON or error.

A request that never reached the server, and one that it refused because too much was asked at once
(429), is always sent again. After a broken line, and after 502, 503 and 504, nobody knows whether
something was done: then only what may be repeated is (`Operation.repeatable`).
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from annotate_client.errors import ApiError, NoConnection, UnknownServer

# The request did not leave this machine.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_AWAY = (502, 503, 504)
_NOT_OURS = "What to do: see whether the address is that of an Annotate server."


@dataclass(frozen=True)
class Retries:
    """How long to go on trying.

    Attributes:
        attempts: how often a request is sent at most.
        first: seconds before the second attempt, at most; each further one may take double.
        longest: seconds between two attempts at most. A server that asks for more is not waited
            for: its refusal is raised.
    """

    attempts: int = 6
    first: float = 0.5
    longest: float = 60.0

    def pause(self, attempt: int, answer: httpx.Response | None) -> float | None:
        """Seconds to wait after an attempt (from 1); None: give up."""
        if attempt >= self.attempts:
            return None
        asked = retry_after(answer)
        if asked is None:
            # The whole stretch is drawn from: clients that failed together come back apart.
            most = min(self.longest, self.first * 2 ** (attempt - 1))
            return random.uniform(0, most)  # noqa: S311 - no secret
        return asked + random.uniform(0, self.first) if asked <= self.longest else None  # noqa: S311


def retry_after(answer: httpx.Response | None) -> float | None:
    """Seconds that an answer asks to wait; as a number or as a date."""
    value = answer.headers.get("Retry-After") if answer is not None else None
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return max(0.0, (at - datetime.now(UTC)).total_seconds())


class Transport:
    """Sends requests to one server."""

    def __init__(
        self,
        http: httpx.Client,
        retries: Retries,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.http = http
        self.retries = retries
        self.sleep = sleep

    def send(
        self, build: Callable[[], httpx.Request], *, may_repeat: bool, stream: bool = False
    ) -> httpx.Response:
        """The answer to a request, once there is a good one.

        Args:
            build: makes the request; asked anew for each attempt.
            stream: leave the content unread; whoever asks then reads and closes it.

        Raises:
            ApiError: the server refused.
            NoConnection: there is no answer.
        """
        attempt = 0
        while True:
            attempt += 1
            answer, fault = self._attempt(build(), stream)
            if answer is not None and answer.is_success:
                return answer
            safe = may_repeat or _nothing_was_done(answer, fault)
            again = _may_pass(answer, fault) and safe
            pause = self.retries.pause(attempt, answer) if again else None
            if pause is None:
                raise _refusal(answer, fault, self.http.base_url, attempt) from fault
            if answer is not None:
                answer.close()
            self.sleep(pause)

    def _attempt(
        self, request: httpx.Request, stream: bool
    ) -> tuple[httpx.Response | None, httpx.TransportError | None]:
        try:
            return self.http.send(request, stream=stream), None
        except httpx.TransportError as fault:
            return None, fault


def json_of(answer: httpx.Response) -> Any:
    """The JSON of an answer; None of one without content."""
    if not answer.content:
        return None
    try:
        return answer.json()
    except ValueError:
        raise UnknownServer(
            f"{answer.request.url} answered with something that is no JSON.\n{_NOT_OURS}"
        ) from None


def _may_pass(answer: httpx.Response | None, fault: httpx.TransportError | None) -> bool:
    if answer is not None:
        return answer.status_code in (429, *_AWAY)
    return not isinstance(fault, httpx.UnsupportedProtocol | httpx.LocalProtocolError)


def _nothing_was_done(answer: httpx.Response | None, fault: httpx.TransportError | None) -> bool:
    return answer.status_code == 429 if answer is not None else isinstance(fault, _NOT_SENT)


def _refusal(
    answer: httpx.Response | None, fault: Exception | None, url: httpx.URL, attempts: int
) -> Exception:
    if answer is None:
        return NoConnection(_broken(url, fault, attempts))
    try:
        answer.read()
        error = answer.json()["error"]
        if not isinstance(error, Mapping):
            raise TypeError
    except (ValueError, KeyError, TypeError, httpx.TransportError):
        return _foreign(answer)
    finally:
        answer.close()
    return ApiError.of(answer.status_code, error, answer.headers.get("X-Request-Id"))


def _foreign(answer: httpx.Response) -> Exception:
    """A refusal in another shape: a server in between spoke, or it is another server."""
    status = answer.status_code
    if status in _AWAY:
        words = f"{answer.request.url} answered {status}: the server behind it is away."
        return NoConnection(f"{words}\nWhat to do: try again later.")
    where = f"{answer.request.url} answered {status}"
    if answer.is_redirect:
        where += f" (moved to {answer.headers.get('Location')})"
    return UnknownServer(f"{where}, not in the words of this API.\n{_NOT_OURS}")


def _broken(url: httpx.URL, fault: Exception | None, attempts: int = 1) -> str:
    times = f" ({attempts} attempts)" if attempts > 1 else ""
    return (
        f"No answer from {url.copy_with(path='/')}: {fault or type(fault).__name__}{times}.\n"
        "What to do: see whether the server runs, and whether the address is right."
    )
