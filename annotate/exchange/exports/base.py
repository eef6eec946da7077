"""What every export format is made of."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from annotate.exchange.exports.reading import Exported, Scope

_encoder = msgspec.json.Encoder(order="sorted")
encode = _encoder.encode
encode_lines = _encoder.encode_lines
decode: Callable[[str], Any] = msgspec.json.Decoder().decode


class DigestingFile:
    """A binary file that knows how much was written to it and its SHA-256.

    Digesting and writing take about a third of the time of an export and hold no lock of the
    interpreter, so one thread does them while the next batch is prepared.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._before: Future[None] | None = None
        self.size = 0

    def write(self, data: bytes) -> None:
        """Write after what was written before; at most one piece of data waits meanwhile."""
        self._settle()
        self._before = self._thread.submit(self._write, data)
        self.size += len(data)

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)

    def _settle(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            before.result()

    def close(self) -> None:
        """Wait for the last piece; raises what writing raised. The file itself stays open."""
        try:
            self._settle()
        finally:
            self._thread.shutdown()

    @property
    def sha256(self) -> str:
        """The digest of everything, in hexadecimal; ask after `close`."""
        return self._digest.hexdigest()


class Writer(ABC):
    """Turns batches of samples into the bytes of one file."""

    # Whether seeds and other work of models is exported, or only what people wrote.
    with_seeds = True

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        self.scope = scope
        self.project = scope.project
        self.out = out

    @abstractmethod
    def add(self, batch: Iterable[Exported]) -> None:
        """Take the next samples; they come in order of their ids."""

    @abstractmethod
    def finish(self) -> None:
        """Write what can only be written at the end."""

    def close(self) -> None:
        """Let go of temporary files; called in any case."""
        return None


@dataclass(frozen=True)
class Format:
    """A format: its stable name, how people call it, what it is for, and how it is written."""

    name: str
    title: str
    summary: str
    suffix: str
    content_type: str
    writer: type[Writer]
    # Whether the pictures themselves can be put in.
    holds_pictures: bool = False
