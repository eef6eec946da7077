"""The ImageInWords release: JSON lines with a text and objects for each `image/key`.

The release sorted the y pair of its boxes as strings: each pair is put in order again, and it is
said how many were not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from annotate.analysis.geometry import repair_normalised
from annotate.exchange.imports.addresses import first_address
from annotate.exchange.imports.entries import Entry, Reading
from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.readers.delimited import JsonLines
from annotate.exchange.imports.readers.documents import Documents
from annotate.exchange.imports.said import GRID, Corners, Frame, Said, SaidObject, SaidText
from annotate.images.archives import RowError
from annotate.messages import Message

KEY, TEXT, OBJECTS, URL = "image/key", "IIW", "objects", "image/url"
# Texts of models and judgements between them: a dataset of their own.
_OTHERS = ("IIW-P5B", "iiw-human-sxs-gpt4v", "iiw-human-sxs-iiw-p5b")


class Iiw(Reading):
    format = "iiw"

    def __init__(self, tables: Sequence[JsonLines]) -> None:
        self._tables = tables

    def files(self) -> Sequence[str]:
        return [table.name for table in self._tables]

    def total(self) -> int:
        return sum(table.count() for table in self._tables)

    def entries(self) -> Iterator[Entry]:
        for table in self._tables:
            for row in table.rows():
                yield Entry("?", problem=row) if isinstance(row, RowError) else entry_of(row)


def entry_of(row: Mapping[str, Any]) -> Entry:
    """What a line of the release says of a picture."""
    key = row.get(KEY)
    if not isinstance(key, str) or not key:
        problem = RowError(KEY, Message("no_image_key"), code="missing")
        return Entry("?", problem=problem)
    left = Counter({"left_other_fields": sum(name in row for name in _OTHERS)})
    objects: list[SaidObject] = []
    repaired = 0
    stated = row.get(OBJECTS)
    frame = _frame(row, stated)
    for each in stated if isinstance(stated, list) else []:
        found, was_repaired = _object(each, exactly=frame is not GRID)
        repaired += was_repaired
        if isinstance(found, SaidObject):
            objects.append(found)
        else:
            left[found] += 1
    text = row.get(TEXT)
    texts = (SaidText(text),) if isinstance(text, str) and text.strip() else ()
    said = Said(tuple(objects), texts, "iiw", frame, left, repaired)
    metadata = row.get("image/metadata")
    hints = metadata.items() if isinstance(metadata, dict) else ()
    return Entry(
        key,
        name=str(row.get("image/name") or ""),
        split=cells.split(row.get("image/split")),
        metadata=cells.hints(hints, left),
        sha256=str(row.get("image/sha256") or ""),
        address=first_address(row.get(URL)),
        said=said,
    )


def _frame(row: Mapping[str, Any], objects: object) -> Frame:
    """What boxes count in: pixels, where an export of this product says them beside the grid."""
    sides = row.get("image/width"), row.get("image/height")
    stated = objects if isinstance(objects, list) else []
    if all(isinstance(each, dict) and cells.box(each.get("box")) for each in stated):
        width, height = (side if isinstance(side, int) and side > 0 else 0 for side in sides)
        if width and height:
            return Frame(width, height, measured=True)
    return GRID


def _object(each: object, *, exactly: bool) -> tuple[SaidObject | str, bool]:
    if not isinstance(each, dict):
        return "left_broken", False
    try:
        box, was_repaired = repair_normalised(each.get("normalized_coords") or ())
    except (TypeError, ValueError):
        return "left_bad_box", False
    corners = Corners(box.xmin, box.ymin, box.xmax, box.ymax)
    if exactly:
        corners = cells.box(each.get("box")) or corners
    label, description = str(each.get("label") or ""), str(each.get("description") or "")
    if not label.strip():
        return "left_no_label", False
    return SaidObject(label, corners, description), was_repaired


def find(documents: Documents) -> Iiw | None:
    """Every file of JSON lines whose objects have the key of a picture and a text or objects."""
    tables = []
    for name in documents.tree.names():
        if PurePosixPath(name).suffix.lower() == ".jsonl":
            table = JsonLines(documents.tree, name)
            if KEY in table.header and {TEXT, OBJECTS} & set(table.header):
                tables.append(table)
    return Iiw(tables) if tables else None
