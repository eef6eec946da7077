"""Pictures in a zip archive, with or without a manifest."""

import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from annotate.exchange.imports.listing import Listing, manifest_of
from annotate.exchange.imports.manifest import Manifest
from annotate.exchange.imports.rows import Source
from annotate.images.archives import BadArchive, RowError, ZipFiles, open_zip
from annotate.messages import Message


def zip_source(path: Path) -> Source:
    """The pictures of a zip archive; a `manifest.jsonl` in it says which.

    Raises:
        BadArchive: it is no zip, has too many entries or would unpack to too much.
    """
    files = open_zip(path)
    manifest = manifest_of(files.names())
    if manifest is None:
        return Listing(files.names(), files)
    folder = manifest.rpartition("/")[0]
    return Manifest(
        lambda: _manifest(files, manifest), _Below(files, f"{folder}/" if folder else "")
    )


@contextmanager
def _manifest(files: ZipFiles, name: str) -> Iterator[IO[bytes]]:
    try:
        with files.archive.open(files.entry(name)) as file:
            yield file
    except RowError as error:
        raise BadArchive(Message("manifest_unreadable", reason=error.message)) from None
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise BadArchive(Message("manifest_damaged")) from None


class _Below:
    """Names that count from the manifest's folder."""

    def __init__(self, files: ZipFiles, prefix: str) -> None:
        self._files, self._prefix = files, prefix

    def reader(self, name: str) -> Callable[[], bytes]:
        return self._files.reader(self._prefix + name.removeprefix("./"))
