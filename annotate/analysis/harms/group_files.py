"""Groups from a file: what people said of the largest person of each image."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TextIO

from annotate.analysis.caption_files import LayoutError
from annotate.analysis.harms.stages import IMAGE_FIELDS

GROUP = "group"


def groups_of(file: TextIO, *, lines: bool) -> dict[str, str]:
    """Return the group of each image; ``lines`` says that the file is JSON lines, else it is CSV.

    A row has ``group`` and the image under ``image``, ``image_id`` …; one without a group says
    nothing. Raises :class:`LayoutError` where an image has two.

    >>> import io
    >>> groups_of(io.StringIO("image,group\\na.jpg,x\\nb.jpg,\\n"), lines=False)
    {'a.jpg': 'x'}
    >>> groups_of(io.StringIO('{"image_id": 7, "group": "y"}'), lines=True)
    {'7': 'y'}
    """
    found: dict[str, str] = {}
    for where, row in _json_rows(file) if lines else _csv_rows(file):
        image = next((row[name] for name in IMAGE_FIELDS if row.get(name) not in (None, "")), None)
        if image is None:
            raise LayoutError(f"{where}: image is missing.")
        if GROUP not in row:
            raise LayoutError(f"{where}: {GROUP} is missing.")
        group = str(row[GROUP] or "").strip()
        if found.get(str(image), group) != group:
            raise LayoutError(f"{where}: image {image} has another group already.")
        if group:
            found[str(image)] = group
    return found


def given_of(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, list[str]]:
    """Return the words that people shown gave of themselves, by image, from rows with ``given``.

    >>> given_of([("line 1", {"image": "a.jpg", "given": "woman, Kenyan"})])
    {'a.jpg': ['woman', 'Kenyan']}
    """
    found: dict[str, list[str]] = {}
    for where, row in rows:
        image = next((row[name] for name in IMAGE_FIELDS if row.get(name) is not None), None)
        said = row.get("given")
        if image is None or not isinstance(said, str):
            raise LayoutError(f"{where}: image and given must be there, given as a text.")
        found.setdefault(str(image), []).extend(said.replace(",", " ").split())
    return found


def _json_rows(file: TextIO) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, line in enumerate(file, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise LayoutError(f"line {number}: no JSON ({error.msg}).") from None
        if not isinstance(row, dict):
            raise LayoutError(f"line {number} must be an object with named fields.")
        yield f"line {number}", row


def _csv_rows(file: TextIO) -> Iterator[tuple[str, Mapping[str, Any]]]:
    reader = csv.DictReader(file)
    for row in reader:
        yield f"line {reader.line_num}", row
