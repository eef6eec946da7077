"""Files by their content: each is stored once, under its SHA-256.

    releases/ab/ab12…

What is there already is the same content; writing it again, even at the same moment, is harmless.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import default_storage

from annotate.core.whole_files import on_disk, written_whole


def name_of(sha256: str) -> str:
    """Where content lies in the file storage."""
    return f"releases/{sha256[:2]}/{sha256}"


def keep(path: Path, sha256: str) -> None:
    """Store a file of this digest, all or nothing."""
    name = name_of(sha256)
    if default_storage.exists(name):
        return
    target = on_disk(name)
    with path.open("rb") as source:
        if target is None:
            default_storage.save(name, File(source))
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with written_whole(target) as file:
            shutil.copyfileobj(source, file, 1 << 20)


def opened(sha256: str) -> IO[Any]:
    """Open stored content; raises FileNotFoundError."""
    return default_storage.open(name_of(sha256), "rb")


def read(sha256: str) -> bytes:
    """A small file as a whole."""
    with opened(sha256) as file:
        data: bytes = file.read()
    return data


def lines(sha256: str) -> Iterator[bytes]:
    """The lines of a file, one by one."""
    with opened(sha256) as file:
        for line in file:
            yield line.rstrip(b"\n")
