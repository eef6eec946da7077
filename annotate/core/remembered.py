"""What a process remembers for a short while, and lends to one request at a time."""

from collections import OrderedDict
from datetime import datetime, timedelta
from threading import Lock
from typing import Generic, TypeVar

from annotate.core import clock

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Remembered(Generic[KeyT, ValueT]):
    """The values used last, each until it is so old.

    A value that is taken is there no more: whoever has it may change it and puts it back, and
    whoever asks in between finds nothing and reads it anew.

    >>> kept = Remembered[str, int](most=2, seconds=60)
    >>> for number, name in enumerate(("one", "two", "three"), start=1):
    ...     kept.put(name, number, since=clock.now())
    >>> kept.take("one"), kept.take("three"), kept.take("three")
    (None, 3, None)
    """

    def __init__(self, *, most: int, seconds: float) -> None:
        self._most = most
        self._lasting = timedelta(seconds=seconds)
        self._lock = Lock()
        self._values: OrderedDict[KeyT, tuple[ValueT, datetime]] = OrderedDict()

    def take(self, key: KeyT) -> ValueT | None:
        """The value, for whoever asks alone; None where there is none that is young enough."""
        with self._lock:
            value, since = self._values.pop(key, (None, None))
        return None if since is None or self._is_over(since) else value

    def put(self, key: KeyT, value: ValueT, *, since: datetime) -> None:
        """Remember a value; what is too old is forgotten then, or was put longest ago.

        Args:
            since: when it was read, from which its age counts however often it is put back.
        """
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value, since
            while self._values and self._is_one_too_many():
                self._values.popitem(last=False)

    def _is_one_too_many(self) -> bool:
        _, since = next(iter(self._values.values()))
        return len(self._values) > self._most or self._is_over(since)

    def _is_over(self, since: datetime) -> bool:
        return clock.now() - since > self._lasting
