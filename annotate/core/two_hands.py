"""Do two pieces of a long act at once, so that Python and the database both have something to do.

An act in bulk spends half of its time in Python and half in PostgreSQL, and each waits for the
other. A second thread with a connection of its own fills that time; more would wait for one
another. On SQLite, which has one writer and works inside of this process, nothing is gained, and
what is not committed yet only its own connection sees: there all is done by one hand.
"""

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
HANDS = 2


def by_two(
    act: Callable[[PieceT], ResultT], pieces: Iterable[PieceT]
) -> Generator[ResultT, None, None]:
    """Yield what an act returns for each piece, in their order; the next piece is begun meanwhile.

    Whoever may stop in the middle closes it, which waits for what has begun.

    Args:
        act: a transaction of its own that needs nothing of the other pieces. What it raises is
            raised at its piece; the one after it may have been done by then.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield from map(act, pieces)
        return
    begun: deque[Future[ResultT]] = deque()
    with _hands() as begin:
        for piece in pieces:
            begun.append(begin(act, piece))
            if len(begun) == HANDS:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()


@contextmanager
def _hands() -> Iterator[Callable[..., Future[Any]]]:
    """Threads that know what their maker knows; their connections end with them."""
    opened: dict[int, Any] = {}

    def do(act: Callable[[PieceT], ResultT], piece: PieceT) -> ResultT:
        database = this_database()
        opened[id(database)] = database
        return act(piece)

    threads = ThreadPoolExecutor(HANDS)
    try:
        yield lambda act, piece: threads.submit(copy_context().run, do, act, piece)
    finally:
        threads.shutdown(cancel_futures=True)
        for database in opened.values():
            database.inc_thread_sharing()  # whose thread is gone
            database.close()
