"""Folders as the broker, written so that a worker never reads half a message.

Kombu's transport opens a message under its final name and then writes it. A worker that looks in
between takes an empty file, cannot parse it and ends: https://github.com/celery/kombu, transport
`filesystem`, `Channel._put` of version 5.7. Here a message gets its name when it is whole.

Which queue a message belongs to is found in a table, a file as well, and two moments of a first
start lose messages or fail: a process notes that a queue is bound before its table is written, so
that another thread of it sends into nowhere, and the table is there before there is anything in
it. Here each connection binds for itself, and a table appears with what it holds.

It also lists the folder for each of a worker's queues, twenty times a second. Here it is listed
only after something in it has changed, and after a while without any message one looks less often
whether something has, so that a worker without work costs next to nothing.
"""

import fcntl
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps

# However little has changed, it looks so often, in seconds.
LONGEST_REST = 2.0
# So long after a message another one is likely; later it looks at only every fifth moment.
BUSY_SECONDS = 10.0
_CALM = 5
_ONE_LOOK = 0.001
_TICK_NS = 100_000_000


class Channel(filesystem.Channel):
    """Kombu's channel with messages that appear at once."""

    def _put(self, queue: str, message: Any, **_: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        # The names of the transport: by time, and of the queue.
        stem = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}"
        unfinished = folder / f"{stem}.part"
        try:
            unfinished.write_text(dumps(message), encoding="utf-8")
            unfinished.replace(folder / f"{stem}.msg")
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {folder}") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str | None, queue: str) -> None:
        table: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]
        try:
            table.parent.mkdir(exist_ok=True)
            with _alone(table.parent):
                if not table.exists():
                    unfinished = table.with_suffix(".part")
                    unfinished.write_text(dumps([]), encoding="utf-8")
                    unfinished.replace(table)
        except OSError as error:
            raise ChannelError(f"Cannot make the table {table}") from error
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    """Kombu's transport with our channel, which looks again only where something has changed."""

    Channel = Channel
    _seen = 0
    _last_message = 0.0

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        # Not what the other threads of this process have bound, or are just about to.
        self.state = virtual.BrokerState()

    def drain_events(  # type: ignore[override]
        self, connection: Any, timeout: float | None = None
    ) -> None:
        """Deliver the next message.

        Raises:
            TimeoutError: none came in so many seconds.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            self._wait_for_a_change(LONGEST_REST)
            try:
                super().drain_events(connection, timeout=_ONE_LOOK)
            except TimeoutError:
                if end is not None and time.monotonic() >= end:
                    raise
            else:
                self._last_message = time.monotonic()
                return

    def _wait_for_a_change(self, longest: float) -> None:
        end = time.monotonic() + longest
        while not self._may_hold_news() and time.monotonic() < end:
            time.sleep(self._moment())

    def _moment(self) -> float:
        """How long it rests between two looks at what has changed, in seconds."""
        moment: float = self.polling_interval or _ONE_LOOK
        is_busy = time.monotonic() - self._last_message < BUSY_SECONDS
        return moment if is_busy else _CALM * moment

    def _may_hold_news(self) -> bool:
        changed = os.stat(self._folder).st_mtime_ns
        # Two changes in one tick of the file system's clock look like one.
        is_new = changed != self._seen or time.time_ns() - changed < _TICK_NS
        self._seen = changed
        return is_new or any(not each.qos.can_consume() for each in self.channels or ())

    @property
    def _folder(self) -> str:
        options: Any = self.client and self.client.transport_options
        return str(options["data_folder_in"])


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Be the only one, of all threads and processes, that makes a table in this folder."""
    with (folder / "tables.lock").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # until it is closed
        yield
