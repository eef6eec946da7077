"""Tables for spreadsheet programs, which run what looks like a formula."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_SUSPICIOUS = frozenset((*_STARTS, " ", "'"))


def safe(cell: object) -> str:
    """A cell that no spreadsheet program takes for a formula; `plain` gives back what it was.

    >>> safe('=HYPERLINK("http://evil.example","x")'), safe("plain"), safe(-3)
    ('\\'=HYPERLINK("http://evil.example","x")', 'plain', '-3')
    """
    if cell is None:
        return ""
    text = str(cell)
    # Most cells begin with a letter, and nothing more is asked of them.
    if text[:1] not in _SUSPICIOUS or isinstance(cell, int | float):
        return text
    return f"'{text}" if _is_defused(text) else text


def plain(cell: str) -> str:
    """The text that `safe` made this cell of.

    >>> plain("'=1+1"), plain("'tis"), plain("''=1+1")
    ('=1+1', "'tis", "'=1+1")
    """
    return cell[1:] if cell.startswith("'") and _is_defused(cell[1:]) else cell


def _is_defused(text: str) -> bool:
    # Texts that look defused already are too: or nobody could tell one from the other.
    return text.lstrip(" '").startswith(_STARTS)


def rows_as_csv(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    for row in rows:
        yield as_csv([row])


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Several rows in one piece, which is much faster than row by row."""
    lines = io.StringIO()
    csv.writer(lines).writerows([[safe(cell) for cell in row] for row in rows])
    return lines.getvalue()
