"""The product's own list of pictures: `manifest.jsonl`, one JSON object per line."""

import json
import posixpath
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from annotate.exchange.imports.lines import MAX_LINE_BYTES, numbered
from annotate.exchange.imports.manifest_rows import parse_line
from annotate.exchange.imports.rows import About, Row, broken
from annotate.exchange.imports.trees import Tree
from annotate.exchange.imports.unused import UnusedFile, beside_list, noise_in
from annotate.images.archives import RowError
from annotate.messages import Message


class Manifest:
    """The rows of a manifest whose pictures are in `tree`. Empty lines count as nothing."""

    def __init__(self, tree: Tree, name: str) -> None:
        self._tree, self._name = tree, name
        self._folder = posixpath.dirname(name)

    def about(self) -> About:
        return About("manifest")

    def unused(self) -> Iterable[UnusedFile]:
        """What came with the manifest and is not named by it; reads it once more."""
        with self._tree.open(self._name) as file:
            named = {
                posixpath.normpath(posixpath.join(self._folder, name.replace("\\", "/")))
                for _, line in numbered(file)
                if (name := _file_of(line))
            }
        named.add(self._name)
        return [*beside_list(self._tree.names(), named), *noise_in(self._tree.noise())]

    def total(self) -> int:
        with self._tree.open(self._name) as file:
            return sum(1 for _ in numbered(file))

    def rows(self, start: int) -> Iterator[Row]:
        files = _Below(self._tree, f"{self._folder}/" if self._folder else "")
        with self._tree.open(self._name) as file:
            for number, line in islice(numbered(file), start, None):
                if len(line) > MAX_LINE_BYTES:
                    message = Message("line_too_long", limit=MAX_LINE_BYTES // 1024)
                    yield broken(number, "", RowError("", message))
                else:
                    yield parse_line(number, line, files)


class _Below:
    """Names that count from the manifest's folder."""

    def __init__(self, tree: Tree, prefix: str) -> None:
        self._tree, self._prefix = tree, prefix

    def reader(self, name: str) -> Callable[[], bytes]:
        return self._tree.reader(self._prefix + name.removeprefix("./"))


def _file_of(line: bytes) -> str | None:
    """The file that a line names; None for a line that is broken or names content."""
    if b"file" not in line and b"\\u" not in line:  # which a name may be written with
        return None
    try:
        stated = json.loads(line)
    except (ValueError, RecursionError):
        return None
    name = stated.get("file") if isinstance(stated, dict) else None
    return name if isinstance(name, str) else None
