"""What every export format is made of."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import IO, Any

import msgspec

from annotate.exchange.exports.reading import Exported
from annotate.projects.models import Project

# Sorted keys: what a database did to the order of keys must not show in the bytes.
encode = msgspec.json.Encoder(order="sorted").encode
decode: Callable[[str], Any] = msgspec.json.Decoder().decode


class DigestingFile:
    """A binary file that knows how much was written to it and its SHA-256."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self._digest.update(data)
        self.size += len(data)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


class Writer(ABC):
    """Turns batches of samples into the bytes of one file."""

    def __init__(self, project: Project, out: DigestingFile) -> None:
        self.project = project
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
    """A format: its stable name, how people call it, and how it is written."""

    name: str
    title: str
    suffix: str
    content_type: str
    writer: type[Writer]
