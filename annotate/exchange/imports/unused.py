"""Files that came with pictures and are not used, and why: nothing is dropped in silence."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from annotate.messages import Message

# What people keep beside pictures. Anything else that is no picture is a row with a problem.
NOTES = {
    ".csv",
    ".json",
    ".jsonl",
    ".md",
    ".rst",
    ".parquet",
    ".toml",
    ".tsv",
    ".txt",
    ".xml",
    ".yaml",
}
_COCO = re.compile(
    r"(?:^|/)annotations?/[^/]*\.json$|(?:^|/)[^/]*(?:coco|instances|keypoints)[^/]*\.json$"
    r"|(?:^|/)(?:_?annotations|captions)[^/]*\.json$",
    re.IGNORECASE,
)
_TABLES = {"metadata.csv", "metadata.jsonl", "metadata.parquet"}
# What exports with pictures have besides; the hints of the pictures say the same.
LICENCES = "licences.csv"


class UnusedFile(NamedTuple):
    """A file by its path in the archive or folder, and the entry of the catalogue that says why."""

    name: str
    code: str

    @property
    def message(self) -> Message:
        return Message(self.code)


def is_note(name: str) -> bool:
    """Tell whether a file is no picture by its name.

    >>> is_note("annotations/instances.json"), is_note("metadata.parquet"), is_note("a.jpg")
    (True, True, False)
    """
    path = PurePosixPath(name)
    return path.suffix.lower() in NOTES or path.name.lower() in _TABLES


def notes_in(names: Iterable[str]) -> Iterator[UnusedFile]:
    """Yield the files that are not looked at as pictures.

    >>> [file.code for file in notes_in(["a.jpg", "annotations/a.json", "metadata.csv", "b.txt"])]
    ['unused_coco', 'unused_table', 'unused_note']
    """
    for name in names:
        if PurePosixPath(name).name == LICENCES:
            yield UnusedFile(name, "unused_licences")
        elif PurePosixPath(name).name.lower() in _TABLES:
            yield UnusedFile(name, "unused_table")
        elif _COCO.search(name):
            yield UnusedFile(name, "unused_coco")
        elif is_note(name):
            yield UnusedFile(name, "unused_note")


def beside_list(names: Iterable[str], named: set[str]) -> Iterator[UnusedFile]:
    """Yield the files that a list of pictures does not name."""
    left = [name for name in names if name not in named]
    notes = {file.name: file for file in notes_in(left)}
    for name in left:
        yield notes.get(name) or UnusedFile(name, "unused_unnamed")


def noise_in(names: Iterable[str]) -> Iterator[UnusedFile]:
    for name in names:
        yield UnusedFile(name, "unused_system_file")
