"""Write one export from the first byte to the last, or leave nothing."""

import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, cast

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import DEFAULT_DB_ALIAS, connections

from annotate.core import traces
from annotate.core.whole_files import on_disk, written_whole
from annotate.exchange.exports import left_out
from annotate.exchange.exports.base import Format
from annotate.exchange.exports.batches import Fetched, fetched
from annotate.exchange.exports.files import DigestingFile
from annotate.exchange.exports.reading import Scope, Selection
from annotate.exchange.imports.ledger import Watcher
from annotate.projects.models import Project

WHOLE = Selection()


@dataclass(frozen=True)
class Written:
    samples: int
    size_bytes: int
    sha256: str
    # Samples and answers that were not exported, by the reason.
    left_out: dict[str, int]


def write(
    file: IO[bytes],
    *,
    project: Project,
    format_: Format,
    watcher: Watcher,
    selection: Selection = WHOLE,
) -> Written:
    if not format_.of_people:
        selection = replace(selection, with_unfinished=True)
    scope = Scope.of(project, selection)
    out = DigestingFile(file)
    states, answers = left_out.States.of(scope), left_out.answers(scope)
    total = states.possible(scope)
    writer = format_.writer(scope, out)
    done = 0
    try:
        read = fetched(scope, with_seeds=writer.with_seeds, with_measures=writer.with_measures)
        with Ahead(read) as source:
            while (made := source.take()) is not None:
                source.begin()
                batch = made()
                with traces.step("write samples", count=len(batch)):
                    writer.add(batch)
                done += len(batch)
                source.wait()
                watcher.report(done, total)
        with traces.step("finish the file"):
            writer.finish()
    finally:
        writer.close()
        out.close()
    watcher.report(done, done)
    # Those that were not whole are known now; to count them before would be a look at all answers.
    samples = left_out.samples(scope, states, exported=done)
    return Written(done, out.size, out.sha256, samples | answers)


class Ahead:
    """Reads the next batch in a thread while this one is made and written.

    The thread uses the connection of its maker, which must leave it alone between `begin` and
    `wait`: so the reads belong to the same transaction, if there is one. It saves the time in
    which the database works and Python would only wait.
    """

    def __init__(self, source: Iterator[Fetched]) -> None:
        self._source = source
        self._connection = connections[DEFAULT_DB_ALIAS]
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._next: Future[Fetched | None] | None = None

    def __enter__(self) -> "Ahead":
        self._connection.inc_thread_sharing()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()
        self._connection.dec_thread_sharing()

    def begin(self) -> Future[Fetched | None]:
        self._next = self._thread.submit(self._read)
        return self._next

    def wait(self) -> None:
        """Wait until the connection is free again; raises what reading raised."""
        if self._next is not None:
            self._next.result()

    def take(self) -> Fetched | None:
        """The next batch, or None behind the last one."""
        return (self._next or self.begin()).result()

    def _read(self) -> Fetched | None:
        connections[DEFAULT_DB_ALIAS] = self._connection
        return next(self._source, None)


def write_to_path(
    path: Path,
    *,
    project: Project,
    format_: Format,
    watcher: Watcher,
    selection: Selection = WHOLE,
) -> Written:
    """Write a project to a path; what was there before stays until the new file is complete."""
    with written_whole(path) as file:
        return write(file, project=project, format_=format_, selection=selection, watcher=watcher)


def write_to_storage(
    name: str, *, project: Project, format_: Format, selection: Selection, watcher: Watcher
) -> tuple[str, Written]:
    """Write a project into the file storage; return the name it got there, and what was written."""
    path = on_disk(name)
    if path is None:
        with tempfile.TemporaryFile() as spool:
            file = cast(IO[bytes], spool)
            written = write(
                file, project=project, format_=format_, selection=selection, watcher=watcher
            )
            file.seek(0)
            return default_storage.save(name, File(file)), written
    path.parent.mkdir(parents=True, exist_ok=True)
    return name, write_to_path(
        path, project=project, format_=format_, selection=selection, watcher=watcher
    )
