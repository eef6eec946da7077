"""The texts of a table: those of one column, a text or a list of texts in each row."""

from collections.abc import Iterator
from typing import Any

from annotate.analysis.pieces.tables import IMAGES, Piece, TableError, image_of, rows_of


def texts_of(piece: Piece, column: str) -> Iterator[tuple[str, str]]:
    """Yield the image and the text of each text of a piece; rows without one are left out.

    Raises:
        TableError: there is no such column, or something else than texts in it.
    """
    rows = rows_of(piece, [column, *IMAGES])
    if rows and column not in rows[0]:
        raise TableError(f"{piece.where(0)}: there is no column {column}.")
    for place, row in enumerate(rows):
        for text in _listed(row[column], column, piece.where(place)):
            yield image_of(row, piece.where(place)), text


def _listed(value: Any, column: str, where: str) -> list[str]:
    if value is None:
        return []
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TableError(f"{where}: {column} must be a text or a list of texts.")
    return texts
