"""What an import comes in, told by its first bytes: an archive, or a list on its own."""

import codecs
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

from annotate.exchange.imports.lines import MARK
from annotate.exchange.imports.readers import webdataset
from annotate.exchange.imports.readers.columns import ROLES
from annotate.exchange.imports.trees import Alone, ArchiveTree, NoFiles, Tree
from annotate.images.archives import open_zip
from annotate.images.tars import is_tar, open_tar

# What pictures come in; their content tells which.
ZIP, TAR, FOLDER, BUCKET = "zip", "tar", "folder", "bucket"
JSONL, LIST, PARQUET, TABLE = "jsonl", "list", "parquet", "table"
# By these readers look for lists; what they are, their content tells.
SUFFIXES = {JSONL: ".jsonl", LIST: ".json", PARQUET: ".parquet", TABLE: ".csv", TAR: ".tar"}


def format_told_by(start: bytes) -> str | None:
    """What a file is by its first `HEAD` bytes; the readers look at a list more closely."""
    # A name stands first in it, which may begin like anything else.
    if is_tar(start):
        return TAR
    if start.startswith(b"PK"):
        return ZIP
    if start.startswith(b"PAR1"):
        return PARQUET
    text = start.removeprefix(MARK).lstrip()
    if text.startswith(b"{"):
        return JSONL
    if text.startswith(b"["):
        return LIST
    return TABLE if _is_table(text) else None


def _is_table(start: bytes) -> bool:
    """Whether the first line could name columns."""
    line = start.partition(b"\n")[0]
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError:
        return False
    if b"\0" in start:
        return False
    return any(mark in line for mark in (b",", b"\t", b";")) or _names_a_column(line)


def _names_a_column(line: bytes) -> bool:
    """Whether a line is the head of a table of one column, such as a list of addresses.

    >>> _names_a_column(b"image_url\\r"), _names_a_column(b"Dear all")
    (True, False)
    """
    name = line.strip().lower().decode(errors="replace")
    return any(name in names for names in ROLES.values())


def _zip_tree(path: Path) -> Tree:
    return ArchiveTree(open_zip(path))


def _tar_tree(path: Path) -> Tree:
    """The members of a tar archive; one that is a shard of samples is read as a list of them."""
    files = open_tar(path)
    with files.whole() as file:
        if not any(map(_is_list, files.names())) and webdataset.holds_samples(file):
            return Alone(files.whole, NoFiles(), suffix=SUFFIXES[TAR])
    return ArchiveTree(files)


def _is_list(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in {".csv", ".jsonl", ".parquet", ".tsv"}


ARCHIVES: Mapping[str, Callable[[Path], Tree]] = {ZIP: _zip_tree, TAR: _tar_tree}
