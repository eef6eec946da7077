"""Stages that parts of ``harms`` hold against each other: files in memory, tables on disk."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from annotate.analysis.commands.base import InputError
from annotate.analysis.commands.harms_files import read_stage
from annotate.analysis.commands.pieces import engine_of, reads_tables
from annotate.analysis.harms.graphs import Graph, Parser, union
from annotate.analysis.pieces.engines import Engine
from annotate.analysis.pieces.graphs import Asked, Packed, StoredGraphs, pack, parsed
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


@dataclass(frozen=True, slots=True)
class Stage:
    """Files or tables that are one source together, and the field or column of their texts."""

    paths: Sequence[Path]
    text_field: str
    name: str = ""


def pair_of(options: argparse.Namespace) -> list[Stage]:
    """Return the stage that is measured and the one it is held against."""
    return [
        Stage([options.candidate], options.text_field),
        Stage(options.truth, options.truth_field),
    ]


def named_stages(options: argparse.Namespace) -> list[Stage]:
    """Return the stages of ``NAME=FILE``: files of one name are one; else each has its own."""
    paths: dict[str, list[Path]] = {}
    for each in options.stages:
        name, equals, path = each.partition("=")
        file = Path(path if equals else name)
        paths.setdefault(name if equals else file.stem, []).append(file)
    return [Stage(files, options.text_field, name) for name, files in paths.items()]


@contextmanager
def opened_sources(
    options: argparse.Namespace, parser: Parser, stages: Sequence[Stage]
) -> Iterator[list[Source]]:
    """Read stages; those with tables lie on disk until this ends.

    Raises :class:`InputError`, inside it too.
    """
    with ExitStack() as opened:
        if reads_tables(options, [path for stage in stages for path in stage.paths]):
            engine, folder = opened.enter_context(engine_of(options))
            found = _Tables(options, parser, engine).graphs(stages, folder, opened)
        else:
            found = [_held(stage, parser) for stage in stages]
        for stage, graphs in zip(stages, found, strict=True):
            if stage.paths and not graphs:
                raise InputError(f"{stage.paths[0]}: there is no row.")
        yield [Source(stage.name, own) for stage, own in zip(stages, found, strict=True)]


def _held(stage: Stage, parser: Parser) -> Graphs:
    graphs: dict[str, list[Graph]] = {}
    for path in stage.paths:
        for image, graph in _read(path, stage.text_field, parser):
            graphs.setdefault(image, []).append(graph)
    return graphs


def _read(path: Path, text_field: str, parser: Parser) -> Iterator[tuple[str, Graph]]:
    for item in read_stage(path, text_field):
        yield item.image, item.labels or parser.parse(item.text)


@dataclass(frozen=True, slots=True)
class _Tables:
    """Reads stages of which some have tables; these are parsed in one pass over all of them."""

    options: argparse.Namespace
    parser: Parser
    engine: Engine

    def graphs(self, stages: Sequence[Stage], folder: Path, opened: ExitStack) -> list[Graphs]:
        asked = [self._asked(stage) for stage in stages]
        every = [one for of in asked for tables in of.values() for one in tables]
        # In order, so that each stage takes its own.
        results = self.engine.each(parsed, every, None)
        found: list[Graphs] = []
        for at, (stage, tables) in enumerate(zip(stages, asked, strict=True)):
            if not tables:
                found.append(_held(stage, self.parser))
                continue
            graphs = StoredGraphs(folder / f"stage-{at}")
            opened.callback(graphs.close)
            self._fill(graphs, stage, tables, results)
            found.append(graphs)
        return found

    def _asked(self, stage: Stage) -> dict[int, list[Asked]]:
        """What is asked of the tables of a stage, by their places in it."""
        wanted = Wanted(stage.text_field or _COLUMN, self.options.parser)
        return {
            at: [(piece, wanted) for piece in pieces_of(path, rows=self.options.piece_rows)]
            for at, path in enumerate(stage.paths)
            if is_table(path)
        }

    def _fill(
        self,
        graphs: StoredGraphs,
        stage: Stage,
        tables: Mapping[int, Sequence[Asked]],
        results: Iterator[Sequence[Packed]],
    ) -> None:
        for at, path in enumerate(stage.paths):
            if at in tables:
                for packed in islice(results, len(tables[at])):
                    graphs.add(packed)
                continue
            items = _read(path, stage.text_field, self.parser)
            while some := list(islice(items, _AT_ONCE)):
                graphs.add([(image, pack(graph)) for image, graph in some])


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
