"""Stages that parts of ``harms`` hold against each other: files in memory, tables on disk."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from annotate.analysis.commands.base import InputError
from annotate.analysis.commands.harms_files import parser_for, read_stage
from annotate.analysis.commands.pieces import engine_of, reads_tables
from annotate.analysis.harms.graphs import Graph, Parser, union
from annotate.analysis.pieces.engines import Engine
from annotate.analysis.pieces.graphs import StoredGraphs, pack, store_table
from annotate.analysis.pieces.harms import Wanted
from annotate.analysis.pieces.tables import is_table, pieces_of

Graphs = Mapping[str, Sequence[Graph]]
_COLUMN = "text"
_AT_ONCE = 5_000  # items of a file that are stored beside a table


@dataclass(frozen=True, slots=True)
class Source:
    """The graphs of one file, or of several together, by image; one for each text."""

    name: str
    graphs: Graphs

    def union(self, image: str) -> Graph | None:
        """All that the source says of an image; None where it says nothing of it."""
        found = self.graphs.get(image)
        return None if found is None else union(found)


def named_paths(named: Sequence[str]) -> dict[str, list[Path]]:
    """Return the files of each ``NAME=FILE``; without a name a file has its own."""
    paths: dict[str, list[Path]] = {}
    for each in named:
        name, equals, path = each.partition("=")
        file = Path(path if equals else name)
        paths.setdefault(name if equals else file.stem, []).append(file)
    return paths


@dataclass(slots=True)
class Sources:
    """Reads stages; those of tables can be read until :func:`opened_sources` ends."""

    parser: Parser
    _options: argparse.Namespace
    _engine: Engine | None  # None where there is no table
    _folder: Path
    _open: ExitStack
    _stores: int = field(default=0)

    def of(self, paths: Sequence[Path], text_field: str, name: str = "") -> Source:
        """Read files as one source; raises :class:`InputError`."""
        stored = any(map(is_table, paths))
        graphs = self._stored(paths, text_field) if stored else self._held(paths, text_field)
        if paths and not graphs:
            raise InputError(f"{paths[0]}: there is no row.")
        return Source(name, graphs)

    def _held(self, paths: Sequence[Path], text_field: str) -> Graphs:
        graphs: dict[str, list[Graph]] = {}
        for path in paths:
            for image, graph in self._read(path, text_field):
                graphs.setdefault(image, []).append(graph)
        return graphs

    def _stored(self, paths: Sequence[Path], text_field: str) -> Graphs:
        self._stores += 1
        graphs = StoredGraphs(self._folder / f"stage-{self._stores}")
        self._open.callback(graphs.close)
        for path in paths:
            if is_table(path) and self._engine is not None:
                pieces = pieces_of(path, rows=self._options.piece_rows)
                wanted = Wanted(text_field or _COLUMN, self._options.parser)
                store_table(pieces, wanted, self._engine, graphs)
            else:
                items = self._read(path, text_field)
                while some := list(islice(items, _AT_ONCE)):
                    graphs.add([(image, pack(graph)) for image, graph in some])
        return graphs

    def _read(self, path: Path, text_field: str) -> Iterator[tuple[str, Graph]]:
        for item in read_stage(path, text_field):
            yield item.image, item.labels or self.parser.parse(item.text)


@contextmanager
def opened_sources(options: argparse.Namespace, paths: Sequence[Path]) -> Iterator[Sources]:
    """Who reads these files, and only these; raises :class:`InputError`, inside it too."""
    parser = parser_for(options.parser)
    with ExitStack() as opened:
        if reads_tables(options, paths):
            engine, folder = opened.enter_context(engine_of(options))
            yield Sources(parser, options, engine, folder, opened)
        else:
            yield Sources(parser, options, None, Path(), opened)


def together(*sources: Source) -> Iterator[str]:
    """Yield the images that every source speaks of, in the order of the first."""
    first, *others = sources
    found = False
    for image in first.graphs:
        if all(image in other.graphs for other in others):
            found = True
            yield image
    if not found:
        raise InputError("The files speak of no image together.")


def of_any(sources: Sequence[Source]) -> Iterator[str]:
    """Yield the images that some source speaks of: first those of the first one."""
    for at, source in enumerate(sources):
        for image in source.graphs:
            if not any(image in before.graphs for before in sources[:at]):
                yield image
