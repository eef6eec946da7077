"""WebDataset: tar shards whose neighbouring members belong together by name.

`41.jpg`, `41.json` and `41.txt` are one sample. What its JSON says is read as a row of a table, and
its text where the JSON says none.
"""

import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from itertools import groupby
from pathlib import PurePosixPath
from tarfile import TarInfo
from typing import IO, Any, cast

from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.readers.columns import TEXT_OF_SAMPLE, mapping
from annotate.exchange.imports.readers.documents import Documents
from annotate.exchange.imports.readers.tables import Cells, Table, Tables
from annotate.exchange.imports.trees import Tree
from annotate.images.archives import BadArchive, RowError, check_path, check_size
from annotate.images.tar_members import members
from annotate.messages import Message

_PICTURES = {"bmp", "gif", "jpeg", "jpg", "png", "tif", "tiff", "webp"}
_TEXTS = {"json", "txt"}
_MAX_TEXT_BYTES = 8_000_000
_PIECE = 1 << 20

Opening = Callable[[], AbstractContextManager[IO[bytes]]]


class Shard(Table):
    """One shard; its samples are read one after the other."""

    def __init__(self, tree: Tree, name: str) -> None:
        super().__init__(name)
        self._tree = tree

    @property
    def split(self) -> str:
        """As its name begins: `train-000000.tar`."""
        return cells.split(PurePosixPath(self.name).stem.partition("-")[0])

    @cached_property
    def header(self) -> Sequence[str]:
        first = next(self.cells(), {})
        own = [name for name in first if name not in ("image", TEXT_OF_SAMPLE)]
        says = {"text", "captions"} & mapping(own, {}).keys()
        return [*own, "image", *([] if says else [TEXT_OF_SAMPLE])]

    def rows(self) -> Iterator[Cells | RowError]:
        with self._opened() as file:
            for key, parts in samples(file):
                try:
                    yield _cells(key, parts, file)
                except RowError as wrong:
                    yield wrong

    def endings(self) -> Iterator[list[str]]:
        """Yield the endings of the members of each sample; nothing of them is read."""
        with self._opened() as file:
            for _, parts in samples(file):
                yield [_ending(part) for part in parts]

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        with self._tree.open(self.name) as file:
            # A step back is short, and an entry of a zip archive would begin anew for it.
            buffered = io.BufferedReader(cast(Any, file), _PIECE)
            try:
                yield cast(IO[bytes], buffered)
            finally:
                buffered.detach()  # or it would close what it did not open


class Shards(Tables):
    """All shards that came; their pictures are in them."""

    def named(self) -> Iterator[str]:
        return iter(())

    def total(self) -> int:
        return self._scanned[0]

    def left(self) -> Mapping[str, int]:
        return self._scanned[1]

    @cached_property
    def _scanned(self) -> tuple[int, Counter[str]]:
        number, left = 0, Counter[str]()
        for shard in cast("Sequence[Shard]", self._tables):
            for endings in shard.endings():
                number += 1
                pictures = sum(ending in _PICTURES for ending in endings)
                others = sum(ending not in _PICTURES | _TEXTS for ending in endings)
                left["left_other_members"] += others + max(0, pictures - 1)
        return number, +left


def samples(file: IO[bytes]) -> Iterator[tuple[str, Iterable[TarInfo]]]:
    """Yield the name and the members of each sample."""
    return groupby((each for each in members(file) if not each.isdir()), key=_key)


def holds_samples(file: IO[bytes]) -> bool:
    """Tell whether the first members of a tar archive are one sample."""
    try:
        for _, parts in samples(file):
            endings = {_ending(part) for part in parts}
            return bool(endings & _TEXTS) and bool(endings & _PICTURES or endings >= _TEXTS)
    except BadArchive:
        return False
    return False


def _key(member: TarInfo) -> str:
    """The name up to the first dot behind its folder.

    >>> _key(TarInfo("a.b/41.seg.png"))
    'a.b/41'
    """
    path = PurePosixPath(member.name)
    return str(path.with_name(path.name.partition(".")[0] or path.name))


def _ending(member: TarInfo) -> str:
    return PurePosixPath(member.name).suffix.removeprefix(".").lower()


def _cells(key: str, parts: Iterable[TarInfo], file: IO[bytes]) -> Cells:
    """What a sample says, its picture as `image`; raises RowError."""
    found: dict[str, Any] = {}
    picture: dict[str, Any] = {"path": key, "bytes": None}
    text = None
    check_path(key)
    for part in parts:
        ending = _ending(part)
        if not part.isreg() or part.issparse():
            raise RowError("file", Message("archive_link"), code="link")
        if ending in _PICTURES and picture["bytes"] is None:
            check_size(part.size)
            picture = {"path": f"{key}.{ending}", "bytes": _content(part, file)}
        elif ending == "json":
            found |= _json(part, file)
        elif ending == "txt" and part.size <= _MAX_TEXT_BYTES:
            text = _content(part, file).decode("utf-8", "replace").strip()
    return {**found, "image": picture, TEXT_OF_SAMPLE: text}


def _json(member: TarInfo, file: IO[bytes]) -> dict[str, Any]:
    wrong = RowError("json", Message("sample_json_unreadable", limit=_MAX_TEXT_BYTES // 1_000_000))
    if member.size > _MAX_TEXT_BYTES:
        raise wrong
    try:
        found = json.loads(_content(member, file))
    except (ValueError, RecursionError):
        raise wrong from None
    if not isinstance(found, dict):
        raise wrong
    return found


def _content(member: TarInfo, file: IO[bytes]) -> bytes:
    file.seek(member.offset_data)
    return file.read(member.size)


def find(documents: Documents) -> Shards | None:
    """Every tar archive that begins with a sample."""
    tables: list[Table] = []
    for name in documents.tree.names():
        if PurePosixPath(name).suffix.lower() == ".tar":
            with documents.tree.open(name) as file:
                if holds_samples(file):
                    tables.append(Shard(documents.tree, name))
    return Shards("webdataset", tables, documents.columns) if tables else None
