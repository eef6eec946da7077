"""COCO: `images`, and `annotations` with a box or a caption each; also what this product exports.

VizWiz-Captions is released in the same layout, with more said about each caption.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from annotate.exchange.imports.entries import Entry
from annotate.exchange.imports.readers.documents import Document, Documents
from annotate.exchange.imports.said import Corners, Frame, Said, SaidObject, SaidText
from annotate.images.archives import RowError
from annotate.messages import Message

Id = int | str


class _Image(msgspec.Struct):
    id: Id
    file_name: str
    width: float | None = None
    height: float | None = None
    # What exports of this product say besides.
    external_id: str | None = None
    sha256: str | None = None
    split: str | None = None
    metadata: dict[str, Any] | None = None


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
_UNNAMED = "?"


def find(documents: Documents) -> "Coco | None":
    """Every document with images and annotations."""
    files = [
        document
        for document in documents.json
        if document.list_of("images") is not None
        and (document.list_of("annotations") is not None or document.list_of("captions"))
    ]
    return Coco(files) if files else None


class Coco:
    """One or several files of one set of pictures: boxes in one, captions in another."""

    format = "coco"

    def __init__(self, documents: Sequence[Document]) -> None:
        self._names = [document.name for document in documents]
        self._files = [_File(document) for document in documents]
        # Where each picture is described: the file and its image, by what the picture is called.
        self._images: dict[str, list[tuple[_File, _Image]]] = defaultdict(list)
        self._broken: list[RowError] = []
        for file in self._files:
            for image in file.images():
                if isinstance(image, RowError):
                    self._broken.append(image)
                else:
                    self._images[image.external_id or image.file_name].append((file, image))

    def files(self) -> Sequence[str]:
        return self._names

    def columns(self) -> Mapping[str, str]:
        return {}

    def left(self) -> Mapping[str, int]:
        return sum((file.strays() for file in self._files), Counter[str]())

    def total(self) -> int:
        return len(self._images) + len(self._broken)

    def entries(self) -> Iterator[Entry]:
        yield from map(self._entry, self._images.values())
        for problem in self._broken:
            yield Entry(_UNNAMED, problem=problem)

    def _entry(self, places: list[tuple["_File", _Image]]) -> Entry:
        image = places[0][1]
        parts = [file.said(image) for file, image in places]
        size = next(((i.width, i.height) for _, i in places if i.width and i.height), None)
        said = Said(
            objects=tuple(each for part in parts for each in part.objects),
            texts=tuple(each for part in parts for each in part.texts),
            frame=Frame(float(size[0] or 1), float(size[1] or 1), measured=True) if size else None,
            left=sum((Counter(part.left) for part in parts), Counter[str]()),
        )
        return Entry(
            image.file_name,
            external_id=image.external_id or "",
            split=image.split or "",
            metadata=image.metadata or {},
            sha256=image.sha256 or "",
            said=said if said.objects or said.texts or said.left else None,
        )


class _File:
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

    def images(self) -> Iterator[_Image | RowError]:
        for raw in self._document.list_of("images") or []:
            try:
                image = msgspec.json.decode(raw, type=_Image)
            except _WRONG as fault:
                yield RowError("images", Message("unreadable_because", reason=f"{fault}."))
            else:
                self._known.add(image.id)
                yield image

    def strays(self) -> Counter[str]:
        """Annotations that are of no image of the file, or broken."""
        lost = sum(len(raws) for key, raws in self._of.items() if key not in self._known)
        return self._left + Counter({"left_unlisted_picture": lost})

    def said(self, image: _Image) -> Said:
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

    def _said(self, image: _Image, raw: msgspec.Raw) -> SaidObject | SaidText | str:
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


def _text(image: _Image, each: _Annotation) -> SaidText | str:
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
