"""Parquet files in pieces: some thousand rows at a time, whatever the length of the file.

A table is a file, a folder with files in it, or a zip archive as releases have it, whose files are
stored as they are. All files need the columns that are asked for. Workers open them by the same
path: on several machines it must lead to the same files.
"""

import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

SUFFIX = ".parquet"
# Rows of one piece: enough that starting on it costs nothing, few enough for any memory.
ROWS = 5_000
IMAGES = ("image_id", "external_id", "image", "id", "name")


class TableError(Exception):
    """A table that cannot be used; the message names the file and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Groups of rows that stand together in one file; ``first`` is the number of their first row.

    ``member`` is the file's name inside an archive; empty where it lies by itself.
    """

    path: str
    member: str
    groups: tuple[int, ...]
    first: int

    def where(self, place: int) -> str:
        name = f"{self.path}, {self.member}" if self.member else self.path
        return f"{name}: row {self.first + place}"


def is_table(path: Path) -> bool:
    """Tell whether this is a table and no file of JSON."""
    return path.is_dir() or path.suffix in (SUFFIX, ".zip")


def pieces_of(path: Path, *, rows: int = ROWS) -> list[Piece]:
    """Return the pieces of a table by the names of its files; each has ``rows`` or a few more.

    Raises:
        TableError: it is no table, or has no rows.
    """
    found: list[Piece] = []
    for file, member in _files(path):
        groups: list[int] = []
        first = start = 0
        for group, size in enumerate(_sizes(file, member)):
            groups.append(group)
            first += size
            if first - start >= rows:
                found.append(Piece(str(file), member, tuple(groups), start))
                groups, start = [], first
        if first > start:
            found.append(Piece(str(file), member, tuple(groups), start))
    if not found:
        raise TableError(f"{path}: there is no row.")
    return found


def rows_of(piece: Piece, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Return some columns of the rows of a piece, those that there are.

    Raises:
        TableError: the file cannot be read here.
    """
    import pyarrow.parquet as pq

    with _opened(Path(piece.path), piece.member) as file:
        opened = pq.ParquetFile(file)
        wanted = [name for name in columns if name in opened.schema_arrow.names]
        table = opened.read_row_groups(list(piece.groups), columns=wanted, use_threads=False)
        return cast(list[dict[str, Any]], table.to_pylist())


def image_of(row: dict[str, Any], where: str) -> str:
    """What the row is about: by the first of ``IMAGES`` that it has."""
    return next((str(row[name]) for name in IMAGES if row.get(name) is not None), where)


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    if path.is_dir():
        files = sorted(path.rglob(f"*{SUFFIX}"))
        if not files:
            raise TableError(f"{path}: there is no file *{SUFFIX} in it.")
        yield from ((file, "") for file in files)
    elif path.suffix == ".zip":
        try:
            with zipfile.ZipFile(path) as archive:
                names = sorted(name for name in archive.namelist() if name.endswith(SUFFIX))
        except (OSError, zipfile.BadZipFile) as error:
            raise TableError(f"{path}: {error}.") from None
        yield from ((path, name) for name in names)
    else:
        yield path, ""


def _sizes(path: Path, member: str) -> list[int]:
    import pyarrow.parquet as pq

    with _opened(path, member) as file:
        told = pq.ParquetFile(file).metadata
        return [told.row_group(at).num_rows for at in range(told.num_row_groups)]


@contextmanager
def _opened(path: Path, member: str) -> Iterator[IO[bytes]]:
    import pyarrow as pa

    # Arrow's own allocator keeps what it once had.
    pa.set_memory_pool(pa.system_memory_pool())
    try:
        if member:
            with zipfile.ZipFile(path) as archive, archive.open(member) as packed:
                yield packed
        else:
            with path.open("rb") as file:
                yield file
    except (OSError, pa.ArrowException, zipfile.BadZipFile) as error:
        raise TableError(f"{path}: {error}.") from None
