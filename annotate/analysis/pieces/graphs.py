"""The graphs of a stage by image, on disk: parsed piece by piece, read image by image.

What several stages say of an image is joined there, whatever tables or files it came from and
wherever its rows stand in them.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.pieces.harms import Wanted, parser_here
from annotate.analysis.pieces.tables import Piece
from annotate.analysis.pieces.texts import texts_of

Asked = tuple[Piece, Wanted]
Packed = tuple[str, str]  # an image and a graph, see pack

_TABLES = (
    # Only this process writes it, once, and nobody needs it after a crash.
    "PRAGMA journal_mode = OFF",
    "PRAGMA synchronous = OFF",
    "CREATE TABLE image (number INTEGER PRIMARY KEY, name BLOB UNIQUE)",
    "CREATE TABLE said (number INTEGER, place INTEGER, graph TEXT, PRIMARY KEY (number, place))"
    " WITHOUT ROWID",
)


class StoredGraphs(Mapping[str, Sequence[Graph]]):
    """The graphs of each image in the order in which they came; images by their first one.

    It can be read while it is filled, but for a walk over its images.
    """

    def __init__(self, path: Path) -> None:
        self._base = sqlite3.connect(path, isolation_level=None)
        for statement in _TABLES:
            self._base.execute(statement)
        self._number = 0

    def add(self, packed: Iterable[Packed]) -> None:
        """Take images with a graph of each, as :func:`pack` makes it; they come in order."""
        rows = [(_name(image), graph) for image, graph in packed]
        self._base.execute("BEGIN")
        self._base.executemany(
            "INSERT OR IGNORE INTO image (name) VALUES (?)", [(name,) for name, _ in rows]
        )
        self._base.executemany(
            "INSERT INTO said SELECT number, ?, ? FROM image WHERE name = ?",
            [(self._number + at, graph, name) for at, (name, graph) in enumerate(rows)],
        )
        self._base.execute("COMMIT")
        self._number += len(rows)

    def close(self) -> None:
        self._base.close()

    def __getitem__(self, image: str) -> list[Graph]:
        rows = self._base.execute(
            "SELECT graph FROM said JOIN image USING (number) WHERE name = ? ORDER BY place",
            (_name(image),),
        ).fetchall()
        if not rows:
            raise KeyError(image)
        return [unpack(graph) for (graph,) in rows]

    def __contains__(self, image: object) -> bool:
        found = (
            isinstance(image, str)
            and self._base.execute("SELECT 1 FROM image WHERE name = ?", (_name(image),)).fetchone()
        )
        return bool(found)

    def __iter__(self) -> Iterator[str]:
        for (name,) in self._base.execute("SELECT name FROM image ORDER BY number"):
            yield name.decode("utf-8", "surrogatepass")

    def __len__(self) -> int:
        (found,) = self._base.execute("SELECT count(*) FROM image").fetchone()
        return int(found)


def parsed(asked: Asked, shared: None) -> list[Packed]:
    """Return the image and the packed graph of each text of a piece.

    Raises:
        TableError: there is no such column, or something else than texts in it.
    """
    piece, wanted = asked
    parser = parser_here(wanted.parser)
    return [(image, pack(parser.parse(text))) for image, text in texts_of(piece, wanted.column)]


def pack(graph: Graph) -> str:
    """Return a graph as JSON.

    >>> pack(Graph(frozenset(["dog"]), frozenset([("dog", "brown")])))
    '[["dog"], [["dog", "brown"]], []]'
    """
    parts = (graph.objects, graph.attributes, graph.relations)
    return json.dumps([sorted(each) for each in parts])


def unpack(packed: str) -> Graph:
    """Undo :func:`pack`.

    >>> unpack('[["dog"], [["dog", "brown"]], []]').attributes
    frozenset({('dog', 'brown')})
    """
    objects, attributes, relations = json.loads(packed)
    return Graph(
        frozenset(objects),
        frozenset((of, said) for of, said in attributes),
        frozenset((one, said, other) for one, said, other in relations),
    )


def _name(image: str) -> bytes:
    """A name of JSON may hold half a character, which the database takes in no text."""
    return image.encode("utf-8", "surrogatepass")
