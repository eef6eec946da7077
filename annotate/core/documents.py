"""The parts of a printed document: sections of facts, tables and figures, as plain values.

What says something about a project builds these; only the one who prints knows pages and styles.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what they stand for, one to a line."""

    pairs: Sequence[tuple[str, Cell]]
    kind: str = "facts"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; None is a value that is not defined."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Series:
    """A line of points (x, y) with the band (low, high) around each, if there is one."""

    name: str
    points: Sequence[tuple[float, float]]
    bands: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Lines over a common axis.

    ``ticks`` names places on the axis: ``[(1, "Round 1"), (2, "Round 2")]``.
    """

    caption: str
    x_name: str
    y_name: str
    series: Sequence[Series]
    ticks: Sequence[tuple[float, str]]
    kind: str = "figure"


@dataclass(frozen=True, slots=True)
class Code:
    """Text that is shown letter by letter, such as settings."""

    caption: str
    text: str
    kind: str = "code"


Block = Paragraph | Facts | Table | Figure | Code


@dataclass(frozen=True, slots=True)
class Section:
    """One headed part of a document."""

    title: str
    blocks: Sequence[Block] = field(default_factory=tuple)
