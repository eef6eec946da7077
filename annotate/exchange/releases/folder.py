"""The files of a release while they are written, and its manifest."""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from annotate.exchange.exports.base import encode
from annotate.exchange.exports.files import DigestingFile

MANIFEST = "manifest.json"
FORM = "annotate-release/1"


@dataclass(frozen=True, order=True)
class WrittenFile:
    path: str
    sha256: str
    size_bytes: int


class Folder:
    """A folder on disk whose files are known by their digests."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: list[WrittenFile] = []

    @contextmanager
    def writing(self, path: str) -> Iterator[DigestingFile]:
        """Write a file from the first byte to the last."""
        with (self.root / path).open("wb") as file:
            out = DigestingFile(file)
            try:
                yield out
            finally:
                out.close()
        self.files.append(WrittenFile(path, out.sha256, out.size))

    def put(self, path: str, data: bytes) -> WrittenFile:
        """Write a small file at once."""
        (self.root / path).write_bytes(data)
        file = WrittenFile(path, hashlib.sha256(data).hexdigest(), len(data))
        self.files.append(file)
        return file

    def put_json(self, path: str, value: Any) -> None:
        """Write JSON with sorted keys."""
        self.put(path, encode(value) + b"\n")


def manifest(files: Iterable[WrittenFile], **about: Any) -> bytes:
    """The manifest of these files; its SHA-256 is the digest of the release.

    >>> manifest([WrittenFile("b", "f0", 2), WrittenFile("a", "0f", 1)], name="n")[:64]
    b'{"files":[{"path":"a","sha256":"0f","size_bytes":1},{"path":"b",'
    """
    listed = [asdict(file) for file in sorted(files)]
    return encode({"files": listed, "form": FORM} | about) + b"\n"
