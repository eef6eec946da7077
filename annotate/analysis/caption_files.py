"""Captions and recognised text in the layouts in which they are released.

Captions: TextCaps (``{"data": [{"image_id", "caption_str", "set_name"}]}``), VizWiz-Captions and
COCO (``{"annotations": [{"image_id", "caption"}]}``), or a plain list of the latter.

Recognised text: TextVQA's Rosetta OCR (``{"data": [{"image_id", "ocr_tokens", "ocr_info":
[{"word", "bounding_box": {"top_left_x", "top_left_y", "width", "height"}}]}]}``, boxes as shares of
the image), or the same with ``"legible": false`` on words that nobody can read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from annotate.analysis.geometry import Box
from annotate.analysis.quality.model import CANNED_TEXT

# Boxes given as shares of the image are put on a square of so many pixels: IoU does not change when
# an axis is stretched, and two decimals of a pixel are enough there.
CANVAS = 10_000
# What a text, and the name of its image, are usually called in files of rows.
TEXT_FIELDS = ("text", "description", "caption", "caption_str", "candidate")
KEY_FIELDS = ("key", "external_id", "image", "image_id", "image/key", "file_name", "name")


class LayoutError(ValueError):
    """A file that has not the layout it should have; the message says where."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption of an image; ``split`` is empty where the file names none.

    ``usable`` is false where it is the canned text, or the file marks it as such or as rejected:
    VizWiz-Captions leaves those out where captions are characterised (§3.2).
    """

    image: int | str
    text: str
    split: str = ""
    usable: bool = True


@dataclass(frozen=True, slots=True)
class OcrToken:
    """A word that was read in an image, and where; without a box where the file has none."""

    text: str
    box: Box | None = None
    legible: bool = True


def captions_of(content: Any) -> list[Caption]:
    """Return the captions of a parsed JSON file; raises :class:`LayoutError`.

    >>> captions_of([{"image_id": 7, "caption": "A red kite."}])
    [Caption(image=7, text='A red kite.', split='', usable=True)]
    """
    return [_caption(row, where) for where, row in _rows(content, ("data", "annotations"))]


def usable_by_image(captions: Iterable[Caption]) -> dict[int | str, list[str]]:
    """Return the usable captions of each image, in their order; images without one are left out.

    >>> usable_by_image([Caption(7, "A kite."), Caption(8, "A dog.", usable=False)])
    {7: ['A kite.']}
    """
    found: dict[int | str, list[str]] = {}
    for caption in captions:
        if caption.usable:
            found.setdefault(caption.image, []).append(caption.text)
    return found


@dataclass(frozen=True, slots=True)
class ImageRecord:
    """What a file of VizWiz-Captions says of an image; whether it has text may be unknown."""

    file_name: str
    text_detected: bool | None


def image_records_of(content: Any) -> dict[int | str, ImageRecord]:
    """Return the images of a parsed JSON file by their ids; raises :class:`LayoutError`.

    >>> image_records_of({"images": [{"id": 7, "file_name": "a.jpg", "text_detected": True}]})
    {7: ImageRecord(file_name='a.jpg', text_detected=True)}
    """
    if not isinstance(content, dict) or "images" not in content:
        raise LayoutError("There is no list under images, which says what file each image is.")
    records = {}
    for where, row in _rows(content, ("images",)):
        detected = row.get("text_detected")
        if detected is not None and detected not in (True, False):
            raise LayoutError(f"{where}.text_detected must be true, false or null.")
        name = _string(row, "file_name", where)
        known = None if detected is None else bool(detected)
        records[_image(row, where, "id")] = ImageRecord(name, known)
    return records


def ocr_of(content: Any) -> dict[int | str, list[OcrToken]]:
    """Return what was read, by image, of a parsed JSON file; raises :class:`LayoutError`.

    >>> ocr_of({"data": [{"image_id": "a", "ocr_tokens": ["STOP"]}]})
    {'a': [OcrToken(text='STOP', box=None, legible=True)]}
    """
    by_image: dict[int | str, list[OcrToken]] = {}
    for where, row in _rows(content, ("data",)):
        infos = row.get("ocr_info")
        if infos is None:
            tokens = [OcrToken(_text(word, where)) for word in _list(row, "ocr_tokens", where)]
        else:
            infos = _list(row, "ocr_info", where)
            tokens = [_token(info, f"{where}.ocr_info[{at}]") for at, info in enumerate(infos)]
        by_image.setdefault(_image(row, where), []).extend(tokens)
    return by_image


def _rows(content: Any, names: tuple[str, ...]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    rows, prefix = content, ""
    if isinstance(content, dict):
        prefix = next((name for name in names if name in content), "")
        if not prefix:
            raise LayoutError(f"There is neither a list nor one under {' or '.join(names)}.")
        rows = content[prefix]
    if not isinstance(rows, list):
        raise LayoutError(f"{prefix or 'The file'} must be a list.")
    for at, row in enumerate(rows):
        where = f"{prefix}[{at}]"
        if not isinstance(row, dict):
            raise LayoutError(f"{where} must be an object with named fields.")
        yield where, row


def _caption(row: Mapping[str, Any], where: str) -> Caption:
    text = _string(row, "caption_str" if "caption_str" in row else "caption", where)
    canned = text.strip().rstrip(".").casefold() == CANNED_TEXT.rstrip(".").casefold()
    return Caption(
        image=_image(row, where),
        text=text,
        split=str(row.get("set_name") or ""),
        usable=not (canned or row.get("is_precanned") or row.get("is_rejected")),
    )


def _token(info: Any, where: str) -> OcrToken:
    if not isinstance(info, dict):
        raise LayoutError(f"{where} must be an object with named fields.")
    box = info.get("bounding_box")
    return OcrToken(
        text=_string(info, "word", where),
        box=None if box is None else _box(box, f"{where}.bounding_box"),
        legible=info.get("legible") is not False,
    )


def _box(box: Any, where: str) -> Box:
    sides = []
    for name in ("top_left_x", "top_left_y", "width", "height"):
        value = box.get(name) if isinstance(box, dict) else None
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 100:
            raise LayoutError(f"{where}.{name} must be a share of the image's size.")
        sides.append(float(value) * CANVAS)
    x, y, width, height = sides
    return Box(x=x, y=y, width=max(0.0, width), height=max(0.0, height))


def _image(row: Mapping[str, Any], where: str, field: str = "image_id") -> int | str:
    value = row.get(field)
    if isinstance(value, bool) or not isinstance(value, int | str) or value == "":
        raise LayoutError(f"{where}.{field} must be a number or a name.")
    return value


def _string(row: Mapping[str, Any], name: str, where: str) -> str:
    return _text(row.get(name), f"{where}.{name}")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise LayoutError(f"{where} must be a text.")
    return value


def _list(row: Mapping[str, Any], name: str, where: str) -> list[Any]:
    value = row.get(name)
    if not isinstance(value, list):
        raise LayoutError(f"{where}.{name} must be a list.")
    return value
