"""The time, taken once per operation and passed on."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.utils import timezone


class Simulated:
    """A time that stands still until it is moved on."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def forward(self, seconds: float) -> None:
        """Move on by so many seconds; time never goes back."""
        self.until(self.at + timedelta(seconds=seconds))

    def until(self, at: datetime) -> None:
        """Move on to a time; one that has passed changes nothing."""
        self.at = max(self.at, at)


_SIMULATED: ContextVar[Simulated | None] = ContextVar("simulated_time", default=None)


def now() -> datetime:
    """In UTC; tests replace what this one function reads."""
    simulated = _SIMULATED.get()
    return timezone.now() if simulated is None else simulated.at


@contextmanager
def simulated(at: datetime) -> Iterator[Simulated]:
    """Let what is done in this block be done at a time of its own (the past of the demo).

    Only in this thread: whoever else works in the process keeps the real time, and so does what
    Django itself stamps, such as sessions.
    """
    time = Simulated(at)
    token = _SIMULATED.set(time)
    try:
        yield time
    finally:
        _SIMULATED.reset(token)
