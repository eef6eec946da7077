"""Stages of measurement from files: what people or systems said of images (Wang et al. 2022, §3.4).

Layouts, told apart by their fields:

* captions: COCO and VizWiz-Captions (``annotations[].caption``), TextCaps (``data[].caption_str``),
  a plain list of either, or JSON lines with a text under ``caption``, ``text``, ``IIW`` …;
* labels: Visual Genome's ``objects.json``, ``attributes.json``, ``relationships.json``, and COCO's
  instances (``annotations[].category_id`` with ``categories``);
* ImageInWords, whose rows have texts and objects: a text, unless the field ``objects`` is named.

Files are read row by row: memory does not grow with them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TextIO

from annotate.analysis.caption_files import LayoutError
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.json_stream import NotJson, elements

TEXT_FIELDS = ("caption", "caption_str", "text", "description", "IIW", "IIW-P5B")
_TOLD = ("label", "description")  # of an object of Task 1
IMAGE_FIELDS = ("image_id", "image", "image/key", "id")


@dataclass(frozen=True, slots=True)
class StageItem:
    """What one row says of an image: a text, or labels as a graph with synsets of their own.

    ``synsets`` has the Visual Genome names of synsets by word, where the file has them.
    """

    image: str
    text: str = ""
    labels: Graph = field(default_factory=Graph)
    synsets: Mapping[str, str] = field(default_factory=dict)


def stage_items(file: TextIO, *, lines: bool, field: str = "") -> Iterator[StageItem]:
    """Yield the items of a file in order; ``field`` names the text where it is an unusual one.

    ``lines`` says that each line is an object of its own. Rows of texts without the named one are
    left out. Raises :class:`LayoutError`, also where all of them are.

    >>> import io
    >>> rows = '{"image": "a.jpg", "text": "A red kite."}'
    >>> list(stage_items(io.StringIO(rows), lines=True))[0].text
    'A red kite.'
    """
    categories: dict[Any, str] = {}
    rows = _lines(file) if lines else _rows(file, categories)
    lacking, some = "", False
    for where, row in rows:
        if not isinstance(row, dict):
            raise LayoutError(f"{where} must be an object with named fields.")
        if field and _says(row) is not None and row.get(field) is None:
            lacking = lacking or where
            continue
        some = True
        yield _item(row, where, field, categories)
    if lacking and not some:
        raise LayoutError(f"{lacking}.{field} must be a text.")


def by_image(items: Iterator[StageItem]) -> dict[str, list[StageItem]]:
    """Return the items of each image; this needs the memory of all of them."""
    found: dict[str, list[StageItem]] = {}
    for item in items:
        found.setdefault(item.image, []).append(item)
    return found


def _lines(file: TextIO) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(file, start=1):
        if line.strip():
            try:
                yield f"line {number}", json.loads(line)
            except json.JSONDecodeError as error:
                raise LayoutError(f"line {number}: no JSON ({error.msg}).") from None


def _rows(file: TextIO, categories: dict[Any, str]) -> Iterator[tuple[str, Any]]:
    """The rows of a JSON file; COCO's names of categories stand before or behind the others."""
    try:
        for _, row in elements(file, ("categories",)):
            if isinstance(row, dict):
                categories[row.get("id")] = str(row.get("name", ""))
        file.seek(0)
        for at, (name, row) in enumerate(elements(file, ("", "annotations", "data", "items"))):
            yield f"{name}[{at}]", row
    except NotJson as error:
        raise LayoutError(f"no JSON ({error}).") from None


def _item(
    row: Mapping[str, Any], where: str, field: str, categories: Mapping[Any, str]
) -> StageItem:
    image = next((str(row[name]) for name in IMAGE_FIELDS if row.get(name) is not None), where)
    usual = _says(row)
    if usual is not None:
        text = row.get(field) if field else usual
        if isinstance(text, list):
            return StageItem(image, _of_objects(text))
        if not isinstance(text, str):
            raise LayoutError(f"{where}.{field} must be a text.")
        return StageItem(image, text)
    if isinstance(row.get("objects"), list):
        return _labels(image, row["objects"], _object)
    if isinstance(row.get("attributes"), list):
        return _labels(image, row["attributes"], _object)
    if isinstance(row.get("relationships"), list):
        return _labels(image, row["relationships"], _relation)
    if "category_id" in row and not field:
        name = categories.get(row["category_id"])
        if not name:
            raise LayoutError(f"{where}.category_id names no category of the file.")
        return StageItem(image, labels=Graph(frozenset([name.lower()])))
    text = row.get(field or "caption")
    if not isinstance(text, str):
        raise LayoutError(f"{where}.{field or 'caption'} must be a text.")
    return StageItem(image, text)


def _says(row: Mapping[str, Any]) -> str | None:
    """The first text that a row has under a usual name: labels have none."""
    return next((row[name] for name in TEXT_FIELDS if isinstance(row.get(name), str)), None)


def _of_objects(rows: list[Any]) -> str:
    """What Task 1 says of an image's objects: each label with its description."""
    told = (row.get(name) for row in rows if isinstance(row, dict) for name in _TOLD)
    said = (text.rstrip(". ") for text in told if isinstance(text, str))
    return "\n".join(f"{text}." for text in said if text)


def _labels(image: str, rows: list[Any], read: Any) -> StageItem:
    graph, synsets = Graph(), dict[str, str]()
    for row in rows:
        if isinstance(row, dict):
            graph |= read(row, synsets)
    return StageItem(image, labels=graph, synsets=synsets)


def _object(row: Mapping[str, Any], synsets: dict[str, str]) -> Graph:
    name = _name(row, synsets)
    if not name:
        return Graph()
    said = row.get("attributes") or []
    words = {str(word).strip().lower() for word in said if str(word).strip()}
    return Graph(frozenset([name]), frozenset((name, word) for word in words))


def _relation(row: Mapping[str, Any], synsets: dict[str, str]) -> Graph:
    one, other = (_name(row.get(end) or {}, synsets) for end in ("subject", "object"))
    word = str(row.get("predicate") or "").strip().lower()
    graph = Graph(frozenset(filter(None, [one, other])))
    if not (one and word and other):
        return graph
    return graph | Graph(relations=frozenset([(one, word, other)]))


def _name(row: Mapping[str, Any], synsets: dict[str, str]) -> str:
    names = row.get("names") or [row.get("name") or ""]
    name = str(names[0]).strip().lower()
    for synset in (row.get("synsets") or [])[:1]:
        synsets.setdefault(name, str(synset))
    return name
