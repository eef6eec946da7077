"""What of a release lies in a repository: its Parquet files, its card, and the papers beside it."""

import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

from annotate.core import errors
from annotate.exchange.hub.card import card
from annotate.exchange.models import Release
from annotate.exchange.releases import content, papers, selectors
from annotate.exchange.releases.building import file_of
from annotate.exchange.releases.folder import MANIFEST
from annotate.exchange.releases.tombstones import TOMBSTONES, document, tombstones
from annotate.messages import Message

FORMAT = "parquet"
_PAPERS = (MANIFEST, papers.STATISTICS, papers.RECIPE, papers.GUIDELINES, papers.DATASHEET)
# What another version of it may have left in the repository; nothing else there is ever touched.
OURS = re.compile(r"data/[a-z]+-\d{5}-of-\d{5}\.parquet")


def has_parquet(release: Release) -> bool:
    """Whether it can be pushed: a hub shows and streams Parquet."""
    return FORMAT in release.formats


def write(release: Release, repository: str, folder: Path) -> list[str]:
    """Write everything into an empty folder; the paths, sorted.

    Raises:
        NotFound: the release is not frozen (yet).
        Invalid: it has no Parquet files.
    """
    if not has_parquet(release):
        raise errors.Invalid(Message("release_without_parquet"))
    files = selectors.files_of(release)
    stored = {file.path: file.sha256 for file in files}
    for path in _PAPERS:
        (folder / path).write_bytes(content.read(stored[path]))
    (folder / TOMBSTONES).write_bytes(document(tombstones(release)))
    text = card(
        release,
        repository,
        digest=stored[MANIFEST],
        statistics=selectors.statistics_of(files),
        of_parquet=_unpack(stored[file_of(FORMAT)], folder),
        of_release=content.read(stored[papers.CARD]).decode(),
    )
    (folder / papers.CARD).write_text(text, encoding="utf-8")
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(found)


def _unpack(sha256: str, folder: Path) -> str:
    """Write the Parquet files of the format; the card that lies with them."""
    (folder / "data").mkdir()
    with content.opened(sha256) as stored, ZipFile(stored) as packed:
        for name in packed.namelist():
            if OURS.fullmatch(name):
                with packed.open(name) as inside, (folder / name).open("wb") as out:
                    shutil.copyfileobj(inside, out, 1 << 20)
        return packed.read(papers.CARD).decode()


class ToldFile(io.BufferedReader):
    """A file that tells how far it was read, from when it is asked to."""

    def __init__(self, path: Path) -> None:
        super().__init__(io.FileIO(path))
        self.tells: Callable[[int], None] | None = None

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        if self.tells is not None:
            self.tells(self.tell())
        return data
