"""Workers of Dask: on this machine, or wherever a scheduler has them.

A worker that is killed loses what it was at, and the scheduler gives it to another. What all
pieces share lies at every worker; where the last one that had it is lost, it is sent anew.
"""

import logging
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any, Self

from distributed import Client, LocalCluster
from distributed.scheduler import KilledWorker
from distributed.security import Security

from annotate.analysis.pieces.engines import (
    _AHEAD,
    _LOSSES,
    Certificates,
    EngineError,
    PieceT,
    ResultT,
    SharedT,
)

_SECONDS = 30
# The library has no types.
_client: Any = Client
_cluster: Any = LocalCluster
_tls: Any = Security
_temporary: Any = Security.temporary


class Dask:
    """See :func:`annotate.analysis.pieces.engines.dask`."""

    def __init__(self, workers: int, scheduler: str, certificates: Certificates | None) -> None:
        self._workers = workers
        self._scheduler = scheduler
        self._security = _security(certificates)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._cluster: Any = None
        self._client: Any = None

    def __enter__(self) -> Self:
        try:
            self._client = self._connected()
        except (OSError, RuntimeError, TimeoutError) as error:
            self.__exit__()
            where = self._scheduler or "On this machine"
            raise EngineError(f"{where}: Dask could not be reached or started ({error}).") from None
        return self

    def _connected(self) -> Any:
        if self._scheduler:
            return _client(self._scheduler, security=self._security, timeout=_SECONDS)
        self._folder = tempfile.TemporaryDirectory(prefix="annotate-dask-")
        # Others on this machine could hand its workers code of theirs: none without a certificate
        # that is made for this one run.
        self._cluster = _cluster(
            n_workers=self._workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            # A server of pages comes with it; without one here it listens on a port of all.
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            security=_temporary(),
            local_directory=self._folder.name,
            silence_logs=logging.ERROR,
        )
        return _client(self._cluster)

    def __exit__(self, *_: object) -> None:
        for each in (self._client, self._cluster):
            if each is not None:
                each.close()
        if self._folder is not None:
            self._folder.cleanup()

    def each(
        self, work: Callable[[PieceT, SharedT], ResultT], pieces: Iterable[PieceT], shared: SharedT
    ) -> Iterator[ResultT]:
        waiting = iter(pieces)
        under_way: deque[PieceT] = deque()
        for _ in range(_LOSSES):
            try:
                yield from self._in_order(work, under_way, waiting, shared)
                return
            except (CancelledError, KilledWorker):
                continue
        raise EngineError(f"The workers were lost {_LOSSES} times: is there enough memory?")

    def _in_order(
        self,
        work: Callable[[PieceT, SharedT], ResultT],
        under_way: deque[PieceT],
        waiting: Iterator[PieceT],
        shared: SharedT,
    ) -> Iterator[ResultT]:
        client = self._client
        if client is None:
            raise EngineError("The engine is used outside of `with`.")
        (known,) = client.scatter([shared], broadcast=True)

        def ask(piece: PieceT) -> Any:
            return client.submit(work, piece, known, pure=False)

        asked = deque(ask(piece) for piece in under_way)
        while True:
            for piece in islice(waiting, max(0, self._most() - len(asked))):
                under_way.append(piece)
                asked.append(ask(piece))
            if not asked:
                return
            result = asked[0].result()
            asked.popleft()
            under_way.popleft()
            yield result

    def _most(self) -> int:
        """More workers may come while it runs."""
        threads = sum(self._client.nthreads().values()) if self._client is not None else 0
        return _AHEAD * max(1, threads)


def _security(certificates: Certificates | None) -> Any:
    if certificates is None:
        return None
    return _tls(
        tls_ca_file=str(certificates.authority),
        tls_client_cert=str(certificates.certificate),
        tls_client_key=str(certificates.key),
        require_encryption=True,
    )
