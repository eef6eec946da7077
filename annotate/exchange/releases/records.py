"""The records of a release, and a list of their digests by which two releases are compared."""

import hashlib
import heapq
from collections.abc import Iterator

from annotate.exchange.exports.base import encode
from annotate.exchange.exports.files import DigestingFile, Spool, Spools
from annotate.exchange.exports.iiw import IiwWriter
from annotate.exchange.exports.reading import Exported, Scope

# Lines that are sorted in memory, about 10 MB.
_CHUNK = 50_000


class DigestList:
    """One line per sample, `{"key", "sha256", "split"}`, in order of the keys.

    The keys are unique and come first in a line, so lines are ordered as they are. Sorted by
    chunks on disk: a dataset may be larger than the memory.
    """

    def __init__(self) -> None:
        self._spools = Spools()
        self._sorted: list[Spool] = []
        self._chunk: list[bytes] = []

    def add(self, sample: Exported, line: bytes) -> None:
        entry = {
            "key": sample.picture.external_id,
            "sha256": hashlib.sha256(line).hexdigest(),
            "split": sample.picture.split or None,
        }
        self._chunk.append(encode(entry))
        if len(self._chunk) >= _CHUNK:
            self._spool()

    def _spool(self) -> None:
        spool = self._spools.new()
        spool.add(sorted(self._chunk))
        self._sorted.append(spool)
        self._chunk = []

    def lines(self) -> Iterator[bytes]:
        """All lines in their order."""
        self._spool()
        return heapq.merge(*(spool.lines() for spool in self._sorted))

    def close(self) -> None:
        """Delete the temporary files."""
        self._spools.close()


class RecordsWriter(IiwWriter):
    """`iiw-jsonl`, with the digest of each line."""

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self.digests = DigestList()

    def line(self, sample: Exported) -> bytes:
        line = super().line(sample)
        self.digests.add(sample, line[:-1])
        return line

    def close(self) -> None:
        self.digests.close()
        super().close()
