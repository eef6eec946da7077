"""Zip archives that are written once, from the first byte to the last, always the same."""

import zipfile

from annotate.exchange.exports.base import DigestingFile

# Zip keeps a time with every file; the same project must give the same bytes.
_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644 << 16
_UNIX = 3


class Stream:
    """What `zipfile` needs of a file that can only be written."""

    def __init__(self, out: DigestingFile) -> None:
        self._out = out

    def write(self, data: bytes) -> int:
        """Write behind what was written before."""
        self._out.write(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: `DigestingFile.close` waits for everything."""


def entry(name: str, compression: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type, info.external_attr, info.create_system = compression, _MODE, _UNIX
    return info
