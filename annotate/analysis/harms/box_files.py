"""Boxes with their labels from files: COCO's instances and Visual Genome's objects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TextIO

from pydantic import ValidationError

from annotate.analysis.caption_files import LayoutError
from annotate.analysis.geometry import Box
from annotate.analysis.harms.json_stream import NotJson, elements
from annotate.analysis.harms.stages import IMAGE_FIELDS

Size = tuple[float, float]  # width, height in pixels


@dataclass(frozen=True, slots=True)
class Labelled:
    """A box in pixels and its label in lower case; ``synset`` as Visual Genome names it, or ""."""

    label: str
    box: Box
    synset: str = ""


@dataclass(slots=True)
class BoxedImage:
    """The boxes of an image; its size is None where no file says it."""

    image: str
    size: Size | None = None
    boxes: list[Labelled] = field(default_factory=list)


def boxed_images(file: TextIO, sizes: Mapping[str, Size] | None = None) -> dict[str, BoxedImage]:
    """Return the images of a JSON file with their boxes; this needs the memory of all of them.

    COCO has ``images`` with their sizes, ``annotations`` with ``bbox`` and ``category_id``, and
    ``categories``; Visual Genome a plain list of images with ``objects``, and sizes in another file
    (see :func:`sizes_of`). Raises :class:`LayoutError`.

    >>> import io
    >>> found = boxed_images(io.StringIO('[{"image_id": 1, "width": 9, "height": 9, "objects":'
    ...     ' [{"names": ["dog"], "synsets": ["dog.n.01"], "x": 1, "y": 2, "w": 3, "h": 4}]}]'))
    >>> found["1"].size, found["1"].boxes[0].label, found["1"].boxes[0].box.width
    ((9.0, 9.0), 'dog', 3.0)
    """
    found: dict[str, BoxedImage] = {}
    categories: dict[Any, str] = {}
    waiting: list[tuple[str, Any, Labelled]] = []
    for where, name, row in _rows(file, ("", "images", "annotations", "categories")):
        if name == "categories":
            categories[row.get("id")] = str(row.get("name", "")).lower()
            continue
        image = _image(row, where, name)
        entry = found.setdefault(image, BoxedImage(image, (sizes or {}).get(image)))
        if name == "annotations":
            box = _box(row.get("bbox"), where)
            waiting.append((image, row.get("category_id"), Labelled("", box)))
            continue
        entry.size = entry.size or _size(row)
        entry.boxes += _objects(row, where)
    for image, category, labelled in waiting:
        if category not in categories:
            raise LayoutError(f"category_id {category} names no category of the file.")
        found[image].boxes.append(Labelled(categories[category], labelled.box))
    return found


def sizes_of(file: TextIO) -> dict[str, Size]:
    """Return the sizes of images: a list of rows with an id, ``width`` and ``height``.

    >>> import io
    >>> sizes_of(io.StringIO('[{"image_id": 7, "width": 640, "height": 480}]'))
    {'7': (640.0, 480.0)}
    """
    found = {}
    for where, name, row in _rows(file, ("", "images")):
        size = _size(row)
        if size is None:
            raise LayoutError(f"{where}: width and height must be numbers above 0.")
        found[_image(row, where, name)] = size
    return found


def _rows(file: TextIO, names: tuple[str, ...]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    try:
        for at, (name, row) in enumerate(elements(file, names)):
            where = f"{name}[{at}]"
            if not isinstance(row, dict):
                raise LayoutError(f"{where} must be an object with named fields.")
            yield where, name, row
    except NotJson as error:
        raise LayoutError(f"no JSON ({error}).") from None


def _image(row: Mapping[str, Any], where: str, name: str) -> str:
    fields = ("id",) if name == "images" else IMAGE_FIELDS
    image = next((row[each] for each in fields if row.get(each) is not None), None)
    if image is None:
        raise LayoutError(f"{where}: image_id is missing.")
    return str(image)


def _size(row: Mapping[str, Any]) -> Size | None:
    width, height = row.get("width"), row.get("height")
    if not all(isinstance(side, int | float) and side > 0 for side in (width, height)):
        return None
    return float(width or 0), float(height or 0)


def _objects(row: Mapping[str, Any], where: str) -> Iterator[Labelled]:
    for each in row.get("objects") or []:
        if not isinstance(each, dict):
            raise LayoutError(f"{where}.objects must hold objects with named fields.")
        names = each.get("names") or [each.get("name") or ""]
        synsets = each.get("synsets") or [""]
        sides = [each.get(side) for side in ("x", "y", "w", "h")]
        yield Labelled(str(names[0]).strip().lower(), _box(sides, where), str(synsets[0]))


def _box(sides: Any, where: str) -> Box:
    try:
        x, y, width, height = map(float, sides)
        return Box(x=x, y=y, width=width, height=height)
    except (TypeError, ValueError, ValidationError):
        raise LayoutError(f"{where}: a box must have x, y, width and height.") from None
