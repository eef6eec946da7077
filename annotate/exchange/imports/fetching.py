"""Fetch the pictures that rows name by addresses: a few at once, in the order of the rows.

Only through `core.fetch`, which never asks this installation's own network. A picture is fetched
once: whatever the project has under its external id is taken to be it.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urljoin

from django.conf import settings

from annotate.core.fetch import ConnectionPool, FetchError, Response
from annotate.exchange.imports.ledger import Ledger
from annotate.exchange.imports.rows import Row, broken
from annotate.images.archives import RowError
from annotate.images.intake.rejections import megabytes
from annotate.images.models import Image
from annotate.messages import Message
from annotate.projects.models import Project

# At once, and rows that are held meanwhile; each may hold its picture.
WORKERS, AHEAD = 4, 12
SECONDS = 20.0
MOST_REDIRECTS = 4
_TRIES = 2
_MOVED = {301, 302, 303, 307, 308}
_THERE = 200


class _Begun(NamedTuple):
    row: Row
    content: "Future[bytes] | None"


@dataclass
class Fetching:
    """Of one import.

    Args:
        spent: how many bytes were fetched for it before.
    """

    project: Project
    spent: int = 0

    def rows(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Yield the rows in their order; those with an address of which nothing is in the project
        have what is there to be read."""
        waiting: deque[_Begun] = deque()
        with closing(ConnectionPool(idle=WORKERS)) as connections:
            pool = ThreadPoolExecutor(max_workers=WORKERS)
            try:
                for row in rows:
                    waiting.append(self._begun(row, pool, connections))
                    if len(waiting) >= AHEAD:
                        yield self._finished(waiting.popleft())
                while waiting:
                    yield self._finished(waiting.popleft())
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _begun(self, row: Row, pool: ThreadPoolExecutor, connections: ConnectionPool) -> _Begun:
        if not row.address:
            return _Begun(row, None)
        there = Image.objects.filter(project=self.project, external_id=row.details.external_id)
        if there.exists():
            known = row.details.external_id
            return _Begun(replace(row, address="", known=known), None)
        if row.number > settings.IMPORT_MAX_ADDRESSES:
            message = Message("addresses_beyond", limit=settings.IMPORT_MAX_ADDRESSES)
            return _Begun(broken(row.number, row.name, RowError("file", message)), None)
        return _Begun(row, pool.submit(picture_at, row.address, connections))

    def _finished(self, begun: _Begun) -> Row:
        row, content = begun
        if content is None:
            return row
        return replace(row, known=None, read=self._counted(content))

    def _counted(self, content: "Future[bytes]") -> Callable[[], bytes]:
        def read() -> bytes:
            data = content.result()
            self.spent += len(data)
            if self.spent > settings.IMPORT_MAX_BYTES:
                limit = megabytes(settings.IMPORT_MAX_BYTES)
                raise RowError("file", Message("addresses_too_large", limit=limit))
            return data

        return read


def fetched(rows: Iterable[Row], ledger: Ledger) -> Iterator[Row]:
    """The rows with the pictures that their addresses name, where the lead wishes that."""
    import_ = ledger.import_
    if not import_.fetch:
        return iter(rows)
    return Fetching(import_.project, ledger.understood.counts["fetched_bytes"]).rows(rows)


def picture_at(address: str, connections: ConnectionPool) -> bytes:
    """What is at an address; redirects are followed, each checked like the first address.

    Raises:
        RowError: nothing can be had from there, or it must not be asked.
    """
    ends = time.monotonic() + SECONDS
    for _ in range(MOST_REDIRECTS + 1):
        answer = _answer(address, connections, ends)
        target = _header(answer, "location")
        if answer.status not in _MOVED or not target:
            break
        address = urljoin(address, target)
    if answer.status != _THERE:
        raise RowError("file", Message("address_answered", status=str(answer.status)))
    return answer.body


def _answer(address: str, connections: ConnectionPool, ends: float) -> Response:
    for attempt in range(1, _TRIES + 1):
        try:
            return connections.send(
                "GET",
                address,
                seconds=max(ends - time.monotonic(), 0.1),
                max_bytes=settings.IMAGE_MAX_BYTES,
                plain=True,
            )
        except FetchError as fault:
            # A server may hang up on a connection that was kept; nothing is lost by asking again.
            if fault.forbidden or not fault.request_sent or attempt == _TRIES:
                raise RowError("file", fault.message, remedy=_advice(fault)) from None
    raise AssertionError


def _advice(fault: FetchError) -> Message | None:
    """What to do about a picture that no server gave; None where its address has to be mended."""
    if fault.message.code == "server_not_public":
        return Message("address_not_public_remedy")
    is_written_wrong = fault.message.code in ("no_server_address", "server_unknown")
    return None if is_written_wrong else Message("address_silent_remedy")


def _header(answer: Response, name: str) -> str:
    return next((text for key, text in answer.headers.items() if key.lower() == name), "")
