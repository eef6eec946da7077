"""When a request may begin, and how long to wait before the next try."""

import email.utils
import threading
import time
from collections.abc import Mapping
from datetime import datetime
from random import SystemRandom

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
    """Return how long to wait after the first, second … try: twice as long each time.

    Between half of that and all of it, so that those who failed together do not come back so.
    """
    longest: float = min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT)
    # No result depends on it: this chance need not be repeatable.
    return longest * (0.5 + _unrepeatable.random() / 2)


def asked_to_wait(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return for how many seconds a server asks to be left alone (RFC 9110, §10.2.3), if it does.

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
