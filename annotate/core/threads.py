"""Do pieces of a long act at once, so that Python and the database both have something to do.

An act in bulk spends half of its time in Python and half in PostgreSQL, and each waits for the
other. Threads with a connection each fill that time. On SQLite, which has one writer and works
inside of this process, nothing is gained, and what is not committed yet only its own connection
sees: there one thread does all.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any, TypeVar

from django.db import connection

from annotate.core.connection import this_database

PieceT = TypeVar("PieceT")
ResultT = TypeVar("ResultT")
# Python runs in one of them at a time, for somewhat more than half of what a piece takes: with two
# it still waits now and then, with more than three they wait for it.
THREADS = 3
_END: Any = object()


class _Here(threading.local):
    number = 0


_here = _Here()


def thread_number() -> int:
    """Which thread of an act this is, from 1; 0 where one does all."""
    return _here.number


def in_threads(
    act: Callable[[PieceT], ResultT], pieces: Iterable[PieceT]
) -> Generator[ResultT, None, None]:
    """Yield what an act returns for each piece, in their order; the next ones are begun meanwhile.

    Whoever may stop in the middle closes it, which waits for what has begun.

    Args:
        act: a transaction of its own that needs nothing of the other pieces. What it raises is
            raised at its piece; those after it may have been done by then.
    """
    if not _are_useful():
        yield from map(act, pieces)
        return
    begun: deque[Future[ResultT]] = deque()
    with _threads(THREADS) as begin:
        for piece in pieces:
            begun.append(begin(act, piece))
            if len(begun) == THREADS:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()


def read_ahead(pieces: Iterable[PieceT]) -> Generator[PieceT, None, None]:
    """Yield the pieces; the next one is made by another thread while this one is worked on.

    Whoever may stop in the middle closes it, which waits for the one that is being made.

    Args:
        pieces: what they look up in the database they see as others do: not what is not committed
            yet by whoever works on the piece before. What they raise is raised at its piece.
    """
    if not _are_useful():
        yield from pieces
        return
    source = iter(pieces)
    with _threads(1) as begin:
        coming = begin(_next, source)
        while (piece := coming.result()) is not _END:
            coming = begin(_next, source)
            yield piece


def _next(source: Iterator[PieceT]) -> PieceT:
    return next(source, _END)


def _are_useful() -> bool:
    return connection.vendor == "postgresql" and not connection.in_atomic_block


@contextmanager
def _threads(number: int) -> Iterator[Callable[..., Future[Any]]]:
    """Threads that know what their maker knows; their connections end with them."""
    opened: dict[int, Any] = {}
    numbers = iter(range(1, number + 1))

    def take_number() -> None:
        _here.number = next(numbers)

    def do(act: Callable[[PieceT], ResultT], piece: PieceT) -> ResultT:
        database = this_database()
        opened[id(database)] = database
        return act(piece)

    threads = ThreadPoolExecutor(number, initializer=take_number)
    try:
        yield lambda act, piece: threads.submit(copy_context().run, do, act, piece)
    finally:
        threads.shutdown(cancel_futures=True)
        for database in opened.values():
            database.inc_thread_sharing()  # whose thread is gone
            database.close()
