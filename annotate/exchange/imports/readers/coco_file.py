"""One COCO document: what its annotations say of each of its images."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from annotate.exchange.imports.addresses import first_address
from annotate.exchange.imports.readers.documents import Document
from annotate.exchange.imports.said import Corners, Said, SaidObject, SaidText
from annotate.images.archives import RowError
from annotate.messages import Message

Id = int | str


class CocoImage(msgspec.Struct):
    id: Id
    file_name: str
    width: float | None = None
    height: float | None = None
    # What exports of this product say besides.
    external_id: str | None = None
    sha256: str | None = None
    split: str | None = None
    metadata: dict[str, Any] | None = None
    # Where it is to be had.
    coco_url: str | None = None
    vizwiz_url: str | None = None
    url: str | None = None
    flickr_url: str | None = None

    @property
    def address(self) -> str:
        return first_address(self.coco_url, self.vizwiz_url, self.url, self.flickr_url)


class _Category(msgspec.Struct):
    id: Id
    name: str


class _Of(msgspec.Struct):
    image_id: Id


class _Attributes(msgspec.Struct):
    description: str = ""


class _Annotation(msgspec.Struct):
    id: Id | None = None
    category_id: Id | None = None
    bbox: list[float] | None = None
    iscrowd: int | bool | None = None
    attributes: _Attributes | None = None
    caption: str | None = None
    is_precanned: bool | None = None
    is_rejected: bool | None = None
    text_detected: bool | None = None


_WRONG = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class CocoFile:
    """One document; annotations are decoded when their picture is read."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._labels = {
            each.id: each.name
            for raw in document.list_of("categories") or []
            if (each := _decoded(raw, _Category)) is not None
        }
        self._of: dict[Id, list[msgspec.Raw]] = defaultdict(list)
        self._left = Counter[str]()
        for member in ("annotations", "captions"):
            for raw in document.list_of(member) or []:
                of = _decoded(raw, _Of)
                if of is None:
                    self._left["left_broken"] += 1
                else:
                    self._of[of.image_id].append(raw)
        self._known: set[Id] = set()

    def images(self) -> Iterator[CocoImage | RowError]:
        for raw in self._document.list_of("images") or []:
            try:
                image = msgspec.json.decode(raw, type=CocoImage)
            except _WRONG as fault:
                yield RowError("images", Message("unreadable_because", reason=f"{fault}."))
            else:
                self._known.add(image.id)
                yield image

    def strays(self) -> Counter[str]:
        """Annotations that are of no image of the file, or broken."""
        lost = sum(len(raws) for key, raws in self._of.items() if key not in self._known)
        return self._left + Counter({"left_unlisted_picture": lost})

    def said(self, image: CocoImage) -> Said:
        objects, texts, left = [], [], Counter[str]()
        for raw in self._of.get(image.id, ()):
            found = self._said(image, raw)
            if isinstance(found, SaidObject):
                objects.append(found)
            elif isinstance(found, SaidText):
                texts.append(found)
            else:
                left[found] += 1
        return Said(tuple(objects), tuple(texts), left=left)

    def _said(self, image: CocoImage, raw: msgspec.Raw) -> SaidObject | SaidText | str:
        """What an annotation says, or the code of the reason why it is left out."""
        each = _decoded(raw, _Annotation)
        if each is None:
            return "left_broken"
        if each.caption is not None:
            return _text(image, each)
        if each.iscrowd:
            return "left_crowd"
        if not each.bbox:
            return "left_no_box"
        label = None if each.category_id is None else self._labels.get(each.category_id)
        if label is None:
            return "left_no_label"
        if len(each.bbox) != 4 or not all(map(math.isfinite, each.bbox)):
            return "left_bad_box"
        x, y, width, height = each.bbox
        description = each.attributes.description if each.attributes else ""
        return SaidObject(label, Corners(x, y, x + width, y + height), description)


def _text(image: CocoImage, each: _Annotation) -> SaidText | str:
    if each.is_rejected:
        return "left_rejected"
    if not (each.caption or "").strip():
        return "left_empty"
    is_vizwiz = each.is_precanned is not None or each.is_rejected is not None
    return SaidText(
        each.caption or "",
        key=f"vizwiz-captions/{image.file_name}/{each.id}" if is_vizwiz else "",
        canned=each.is_precanned,
        text_detected=each.text_detected,
        detail={"annotation_id": each.id} if each.id is not None else {},
    )


def _decoded(raw: msgspec.Raw, type_: type[Any]) -> Any:
    try:
        return msgspec.json.decode(raw, type=type_)
    except _WRONG:
        return None
