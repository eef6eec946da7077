"""A document as one HTML file that needs nothing else: no script, no other file, no network."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from annotate.core.documents import Block, Cell, Facts, Figure, Section, Table
from annotate.dashboards.report.drawing import svg

UNDEFINED = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands above the first section."""

    title: str
    project: str
    description: str
    at: datetime
    author: str
    program: str


def html(head: Head, sections: Sequence[Section]) -> str:
    """The whole page; every text is escaped."""
    parts = [
        {"title": section.title, "blocks": [_in_template(block) for block in section.blocks]}
        for section in sections
    ]
    return render_to_string("dashboards/report.html", {"head": head, "sections": parts})


def _in_template(block: Block) -> dict[str, Any]:
    match block:
        case Table():
            numeric = [_is_numeric(column) for column in zip(*block.rows, strict=True)]
            rows = [
                [(cell_text(cell), is_number) for cell, is_number in zip(row, numeric, strict=True)]
                for row in block.rows
            ]
            heads = list(zip(block.columns, numeric or [False] * len(block.columns), strict=True))
            return {"kind": block.kind, "block": block, "heads": heads, "rows": rows}
        case Facts():
            pairs = [(name, cell_text(value)) for name, value in block.pairs]
            return {"kind": block.kind, "pairs": pairs}
        case Figure():
            return {"kind": block.kind, "block": block, "svg": svg(block)}
    return {"kind": block.kind, "block": block}


def _is_numeric(column: Sequence[Cell]) -> bool:
    return all(cell is None or isinstance(cell, int | float) for cell in column)


def cell_text(cell: Cell) -> str:
    """A value as it is printed: three decimals at most, thousands set apart.

    >>> [cell_text(cell) for cell in (None, 12345, 0.8, 212.456, "text")]
    ['–', '12,345', '0.800', '212.5', 'text']
    """
    if cell is None:
        return UNDEFINED
    if isinstance(cell, float):
        return f"{cell:,.3f}" if abs(cell) < 10 else f"{cell:,.1f}"
    return f"{cell:,}" if isinstance(cell, int) else cell
