"""Files that are whole under their name, or not there: whatever dies or fills up meanwhile."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.files.storage import default_storage


def on_disk(name: str) -> Path | None:
    """Where the file storage keeps this name on a disk; None where it is an object store."""
    try:
        return Path(default_storage.path(name))
    except NotImplementedError:
        return None


_PREFIX = ".new-"


def is_being_written(name: str) -> bool:
    """Whether a file has the name of one that is not whole.

    >>> is_being_written("images/ab/.new-x1y2"), is_being_written("images/ab/full.jpg")
    (True, False)
    """
    return name.rpartition("/")[2].startswith(_PREFIX)


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """Write a file of a folder that is there; what stood under its name stays until it is complete.

    Raises:
        OSError: it could not be written; nothing of it is left.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=_PREFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o600)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
