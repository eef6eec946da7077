"""Write one export from the first byte to the last, or leave nothing."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, cast

from django.core.files import File
from django.core.files.storage import default_storage

from annotate.exchange.exports.base import DigestingFile, Format
from annotate.exchange.exports.reading import Scope, batches
from annotate.projects.models import Project


class Watcher(Protocol):
    """Is told after every batch; may raise to stop."""

    def report(self, done: int, total: int, message: str = "") -> None:
        """Take note of progress."""


@dataclass(frozen=True)
class Written:
    """What was written."""

    samples: int
    size_bytes: int
    sha256: str


def write(
    file: IO[bytes], *, project: Project, format_: Format, only_done: bool, watcher: Watcher
) -> Written:
    """Write a project to an open binary file."""
    scope = Scope.of(project, only_done=only_done)
    total = scope.samples().count()
    out = DigestingFile(file)
    writer = format_.writer(project, out)
    done = 0
    try:
        for batch in batches(scope, with_seeds=writer.with_seeds):
            writer.add(batch)
            done += len(batch)
            watcher.report(done, total)
        writer.finish()
    finally:
        writer.close()
        out.close()
    return Written(done, out.size, out.sha256)


def write_to_path(
    path: Path, *, project: Project, format_: Format, only_done: bool, watcher: Watcher
) -> Written:
    """Write a project to a path; what was there before stays until the new file is complete."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}-")
    try:
        with os.fdopen(handle, "wb") as file:
            written = write(
                file, project=project, format_=format_, only_done=only_done, watcher=watcher
            )
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return written


def write_to_storage(
    name: str, *, project: Project, format_: Format, only_done: bool, watcher: Watcher
) -> tuple[str, Written]:
    """Write a project into the file storage; return the name it got there, and what was written."""
    try:
        path = Path(default_storage.path(name))
    except NotImplementedError:
        with tempfile.TemporaryFile() as spool:
            file = cast(IO[bytes], spool)
            written = write(
                file, project=project, format_=format_, only_done=only_done, watcher=watcher
            )
            file.seek(0)
            return default_storage.save(name, File(file)), written
    path.parent.mkdir(parents=True, exist_ok=True)
    return name, write_to_path(
        path, project=project, format_=format_, only_done=only_done, watcher=watcher
    )
