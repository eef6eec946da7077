"""Tables for spreadsheet programs, which run what looks like a formula."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe(cell: object) -> str:
    """A cell that no spreadsheet program takes for a formula.

    >>> safe('=HYPERLINK("http://evil.example","x")'), safe("plain"), safe(-3)
    ('\\'=HYPERLINK("http://evil.example","x")', 'plain', '-3')
    """
    text = "" if cell is None else str(cell)
    is_number = isinstance(cell, int | float)
    return f"'{text}" if text.lstrip(" ").startswith(_STARTS) and not is_number else text


def rows_as_csv(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow([safe(cell) for cell in row])
        yield line.getvalue()
