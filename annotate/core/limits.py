"""What one person may ask of the processor, so that nobody can keep all others waiting.

Counted in the cache that the processes share (`REDIS_URL`); what is short in each process alone, as
is everything where there is no such cache. Where it cannot be reached nothing is limited that is
counted there: work goes on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache

from annotate.core import clock, errors
from annotate.core.without_cache import asked
from annotate.messages import Message

# Characters of answers that one person may have checked and handed in, in each minute. Who types
# without a pause sends a tenth of that; hostile texts of this length take a quarter of a minute.
ANSWER_CHARACTERS = 3_000_000
# Fewer are counted in the process alone until they are so many: most answers are shorter, and to
# ask the shared cache for each takes a round trip. So many at most does each process not tell.
TOLD_CHARACTERS = 4_000
_MINUTE = 60
# After so long an act is over, even if the process that did it was killed.
_LONGEST_ACT = 60
# What people are doing in this process, whatever the shared cache is.
_here = LocMemCache("limits", {})
T = TypeVar("T")


@contextmanager
def one_at_a_time(act: str, person_id: int, *, is_short: bool = False) -> Iterator[None]:
    """Let one person do one such thing at once.

    Args:
        is_short: it takes some milliseconds, and each process counts its own: to ask the shared
            cache would take as long. Beside one that is not short it is refused in its process.

    Raises:
        Throttled: the one before is under way; it is worth asking again after a second.
    """
    key = f"limits.{act}.{person_id}"
    if not _here.add(key, 1, _LONGEST_ACT):
        raise _busy()
    try:
        with nullcontext() if is_short else _alone_everywhere(key):
            yield
    finally:
        _here.delete(key)


@contextmanager
def _alone_everywhere(key: str) -> Iterator[None]:
    is_alone = _asked(lambda: cache.add(key, 1, _LONGEST_ACT), otherwise=None)
    if is_alone is None:
        _here.delete(key)  # nothing is limited
    elif not is_alone:
        raise _busy()
    try:
        yield
    finally:
        _asked(lambda: cache.delete(key), otherwise=True)


def _busy() -> errors.Throttled:
    return errors.Throttled(Message("one_at_a_time"), retry=True, details={"retry_after": 1})


def charge(person_id: int, characters: int, *, limit: int = ANSWER_CHARACTERS) -> None:
    """Count what a person asks to have read; who begins a minute's last request may finish it.

    Short ones add up in this process, and are counted and refused together (`TOLD_CHARACTERS`).

    Raises:
        Throttled: this person has asked for `limit` in this minute already.
    """
    at = int(clock.now().timestamp())
    minute = at // _MINUTE
    told = _untold.take(person_id, characters, minute)
    if not told:
        return
    key = f"limits.characters.{person_id}.{minute}"
    if _asked(lambda: _added(key, told), otherwise=0) >= limit:
        _untold.put_back(person_id, told)  # so that the next one is refused, however short
        message = Message("too_much_at_once")
        raise errors.Throttled(message, retry=True, details={"retry_after": _MINUTE - at % _MINUTE})


class _Untold:
    """What people asked of this process in the present minute that the others do not know yet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute = 0
        self._characters: Counter[int] = Counter()

    def take(self, person_id: int, characters: int, minute: int) -> int:
        """Add to what is kept of a person; return it if it is enough to be told, else 0."""
        with self._lock:
            if minute != self._minute:
                self._minute = minute
                self._characters.clear()
            self._characters[person_id] += characters
            enough = self._characters[person_id] > TOLD_CHARACTERS
            return self._characters.pop(person_id) if enough else 0

    def put_back(self, person_id: int, characters: int) -> None:
        """Keep what was taken and found to be too much."""
        with self._lock:
            self._characters[person_id] += characters


_untold = _Untold()


def guess(act: str, who: object, *, limit: int, seconds: int) -> "Guesses":
    """The guesses at a secret that somebody may make, in each such stretch of time.

    Args:
        who: what guesses are counted by: an account, an address.
        limit: so many wrong ones are let through.
        seconds: how long a stretch is.
    """
    at = int(clock.now().timestamp())
    left = seconds - at % seconds
    return Guesses(f"limits.guesses.{act}.{who}.{at // seconds}", limit, left)


@dataclass(frozen=True)
class Guesses:
    """Wrong guesses in the present stretch of time, of which `left` seconds remain."""

    _key: str
    _limit: int
    left: int

    def refuse_further(self, message: Message) -> None:
        """Let nobody go on who has guessed too often.

        Raises:
            Throttled: there were `limit` wrong guesses.
        """
        if _asked(lambda: int(cache.get(self._key, 0)), otherwise=0) >= self._limit:
            raise errors.Throttled(message, retry=True, details={"retry_after": self.left})

    def was_wrong(self) -> None:
        """Count a wrong guess."""
        _asked(lambda: _added(self._key, 1, lasting=self.left), otherwise=0)


def _added(key: str, number: int, *, lasting: int = 2 * _MINUTE) -> int:
    """Add to a number in the cache; return what it was before."""
    try:
        return cache.incr(key, number) - number
    except ValueError:  # the first of its stretch of time
        cache.add(key, 0, lasting)
        return cache.incr(key, number) - number


def _asked(ask: Callable[[], T], *, otherwise: T) -> T:
    return asked(ask, otherwise=otherwise, so="nothing is limited")
