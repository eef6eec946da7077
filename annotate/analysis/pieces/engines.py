"""Who looks at the pieces: this process, others on this machine, or workers of Dask anywhere.

An engine calls a function with each piece and what all of them share, and gives the results in the
order of the pieces; only a few more than it has workers are under way at once, so that results do
not gather. Functions and what they take go to the workers by pickle: workers and their scheduler
are trusted as this process is (``docs/reference/analysis.md``).
"""

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.context import BaseContext
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

PieceT = TypeVar("PieceT")
SharedT = TypeVar("SharedT")
ResultT = TypeVar("ResultT")

# How many pieces each worker has before it: one it is at, one that waits.
_AHEAD = 2
# How often all workers may be lost before the whole is given up.
_LOSSES = 3


class EngineError(Exception):
    """There are no workers, or they are lost again and again."""


class Engine(Protocol):
    """Calls ``work(piece, shared)`` for every piece; used within ``with``."""

    def each(
        self, work: Callable[[PieceT, SharedT], ResultT], pieces: Iterable[PieceT], shared: SharedT
    ) -> Iterator[ResultT]: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Here:
    """This process alone, one piece after the other.

    >>> with Here() as engine:
    ...     list(engine.each(lambda piece, by: piece * by, [1, 2, 3], 10))
    [10, 20, 30]
    """

    def each(
        self, work: Callable[[PieceT, SharedT], ResultT], pieces: Iterable[PieceT], shared: SharedT
    ) -> Iterator[ResultT]:
        for piece in pieces:
            yield work(piece, shared)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is to be closed."""


class Processes:
    """Processes of this machine. One that is killed is replaced, and its pieces are done again."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def each(
        self, work: Callable[[PieceT, SharedT], ResultT], pieces: Iterable[PieceT], shared: SharedT
    ) -> Iterator[ResultT]:
        """Start processes for this pass: what is shared is sent to each of them once."""
        waiting = iter(pieces)
        under_way: deque[PieceT] = deque()
        for _ in range(_LOSSES):
            try:
                with self._pool(work, shared) as pool:
                    yield from _in_order(pool, work, under_way, waiting, self._workers * _AHEAD)
                    return
            except BrokenProcessPool:
                continue
        raise EngineError(f"The processes were lost {_LOSSES} times: is there enough memory?")

    def _pool(self, work: Callable[..., object], shared: object) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers,
            mp_context=_beginning(work),
            initializer=_keep,
            initargs=(shared,),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """The processes of each pass have ended with it."""


def _beginning(work: Callable[..., object]) -> BaseContext:
    """Tell how processes begin.

    One that is forked from this may inherit the locks of threads that it does not have. So all are
    forked from one that has loaded what they work with, and no threads: the second pass, and each
    process after the first, begins at once.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([work.__module__])
    return context


def _in_order(
    pool: ProcessPoolExecutor,
    work: Callable[[PieceT, Any], ResultT],
    under_way: deque[PieceT],
    waiting: Iterator[PieceT],
    most: int,
) -> Iterator[ResultT]:
    """Yield results; ``under_way`` has the pieces without one, also where the pool breaks."""
    asked: deque[Future[ResultT]] = deque(pool.submit(_with_kept, work, each) for each in under_way)
    while True:
        for piece in waiting:
            under_way.append(piece)
            asked.append(pool.submit(_with_kept, work, piece))
            if len(asked) >= most:
                break
        if not asked:
            return
        result = asked[0].result()
        asked.popleft()
        under_way.popleft()
        yield result


_kept: Any = None


def _keep(shared: object) -> None:
    global _kept
    _kept = shared


def _with_kept(work: Callable[[PieceT, Any], ResultT], piece: PieceT) -> ResultT:
    return work(piece, _kept)


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files of TLS: who signed the scheduler's certificate, and one's own with its key."""

    authority: Path
    certificate: Path
    key: Path


def dask(workers: int, scheduler: str = "", certificates: Certificates | None = None) -> Engine:
    """Return an engine of Dask: a cluster of this machine, or the one of a scheduler.

    Raises:
        EngineError: Dask is not installed, or the scheduler is not there.
    """
    try:
        from annotate.analysis.pieces.dask_engine import Dask
    except ImportError:
        raise EngineError("Dask is not installed: pip install 'annotate[cluster]'.") from None
    return Dask(workers, scheduler, certificates)
