"""The files that exports are written to: digested, spooled, zipped; the same bytes every time."""

import hashlib
import tempfile
import zipfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import IO, cast

_BLOCK = 2000
# Bytes that may wait to be written: enough that a writer seldom waits, little beside a batch.
_WAITING = 4 << 20
_PIECE = 1 << 20
# Zip keeps a time with every file; the same project must give the same bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644 << 16
_UNIX = 3


class DigestingFile:
    """A binary file that knows how much was written to it and its SHA-256.

    Digesting and writing take about a third of the time of an export and hold no lock of the
    interpreter, so one thread does them while the next batch is prepared.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._thread = ThreadPoolExecutor(max_workers=1)
        # What was not seen to be written yet, in order, and how long each piece is.
        self._waiting: deque[tuple[Future[None], int]] = deque()
        self._bytes_waiting = 0
        self.size = 0

    def write(self, data: bytes) -> None:
        """Write after what was written before; a few MiB, or one piece, wait meanwhile."""
        while self._waiting and self._bytes_waiting + len(data) > _WAITING:
            self._wait()
        self._waiting.append((self._thread.submit(self._write, data), len(data)))
        self._bytes_waiting += len(data)
        self.size += len(data)

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)

    def _wait(self) -> None:
        """Wait for the oldest piece; raises what writing it raised."""
        written, length = self._waiting.popleft()
        self._bytes_waiting -= length
        written.result()

    def close(self) -> None:
        """Wait for the last piece; raises what writing raised. The file itself stays open."""
        try:
            while self._waiting:
                self._wait()
        finally:
            self._thread.shutdown(cancel_futures=True)

    @property
    def sha256(self) -> str:
        """The digest of everything, in hexadecimal; ask after `close`."""
        return self._digest.hexdigest()


class Spool:
    """Lines in a temporary file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, lines: Iterable[bytes]) -> None:
        """Append lines; none may hold a line break, and JSON never does."""
        self._file.writelines(line + b"\n" for line in lines)

    def append(self, data: bytes) -> None:
        """Append what is no lines."""
        self._file.write(data)

    def lines(self) -> Iterator[bytes]:
        """Yield all lines from the first."""
        self._file.seek(0)
        return (line.removesuffix(b"\n") for line in self._file)

    def blocks(self) -> Iterator[bytes]:
        """Yield all that was written, piece by piece."""
        return pieces(self._file)


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a file from its first byte, piece by piece."""
    file.seek(0)
    return iter(lambda: file.read(_PIECE), b"")


class Spools:
    """Makes spools and lets go of them all at once."""

    def __init__(self) -> None:
        self._files = ExitStack()

    def new(self) -> Spool:
        """A new, empty spool."""
        return Spool(self.file())

    def file(self) -> IO[bytes]:
        """A new, empty file, which may be closed before."""
        return self._files.enter_context(tempfile.TemporaryFile())

    def close(self) -> None:
        """Delete the files."""
        self._files.close()


def write_list(out: DigestingFile, items: Iterable[bytes], *, before: bytes = b"") -> None:
    """Write a JSON list of items that are JSON already, one per line."""
    out.write(before + b"[")
    separator, block = b"\n", []
    for item in items:
        block.append(item)
        if len(block) >= _BLOCK:
            out.write(separator + b",\n".join(block))
            separator, block = b",\n", []
    if block:
        out.write(separator + b",\n".join(block))
    out.write(b"\n]")


class Archive:
    """A zip archive that is written once, from the first byte to the last."""

    def __init__(self, out: DigestingFile) -> None:
        self._zip = zipfile.ZipFile(_Stream(out), "w", zipfile.ZIP_DEFLATED)  # type: ignore[call-overload]

    def add(self, name: str, data: bytes | str, compression: int = zipfile.ZIP_DEFLATED) -> None:
        self._zip.writestr(entry(name, compression), data)

    def add_lines(self, name: str, lines: Iterable[bytes]) -> None:
        with self._zip.open(entry(name), "w", force_zip64=True) as file:
            file.writelines(line + b"\n" for line in lines)

    def add_blocks(
        self, name: str, blocks: Iterable[bytes], compression: int = zipfile.ZIP_DEFLATED
    ) -> None:
        """Add a file piece by piece, however large it is."""
        with self.open(name, compression) as file:
            file.writelines(blocks)

    def open(self, name: str, compression: int = zipfile.ZIP_DEFLATED) -> IO[bytes]:
        """A file to write into; nothing else can be added until it is closed."""
        file = self._zip.open(entry(name, compression), "w", force_zip64=True)
        return cast(IO[bytes], file)

    def close(self) -> None:
        """Write the directory."""
        self._zip.close()


class _Stream:
    """What `zipfile` needs of a file that can only be written."""

    def __init__(self, out: DigestingFile) -> None:
        self._out = out

    def write(self, data: bytes) -> int:
        self._out.write(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: `DigestingFile.close` waits for everything."""


def entry(name: str, compression: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    """An entry of an archive, with the same time and rights wherever it is written."""
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type, info.external_attr, info.create_system = compression, _MODE, _UNIX
    return info
