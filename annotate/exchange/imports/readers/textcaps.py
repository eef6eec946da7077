"""TextCaps: one JSON object whose `data` has an entry for each caption."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from annotate.exchange.imports.addresses import first_address
from annotate.exchange.imports.entries import Entry, Reading
from annotate.exchange.imports.readers import cells
from annotate.exchange.imports.readers.documents import Document, Documents
from annotate.exchange.imports.said import Said, SaidText


class _Caption(msgspec.Struct):
    image_id: str
    caption_id: int
    caption_str: str
    set_name: str | None = None
    flickr_original_url: str | None = None
    flickr_300k_url: str | None = None


class TextCaps(Reading):
    """The captions of a picture are one entry; the references that repeat them are dropped."""

    format = "textcaps"

    def __init__(self, documents: Sequence[Document]) -> None:
        self._names = [document.name for document in documents]
        self._of: dict[str, list[_Caption]] = defaultdict(list)
        self._left = Counter[str]()
        for document in documents:
            for raw in document.list_of("data") or []:
                try:
                    caption = msgspec.json.decode(raw, type=_Caption)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                    self._left["left_broken"] += 1
                else:
                    self._of[caption.image_id].append(caption)

    def files(self) -> Sequence[str]:
        return self._names

    def left(self) -> Mapping[str, int]:
        return self._left

    def total(self) -> int:
        return len(self._of)

    def named(self) -> Iterator[str]:
        return iter(self._of)

    def entries(self) -> Iterator[Entry]:
        for image_id, captions in self._of.items():
            texts = tuple(map(_text, captions))
            first = captions[0]
            yield Entry(
                image_id,
                split=cells.split(first.set_name),
                said=Said(texts=texts),
                address=first_address(first.flickr_original_url, first.flickr_300k_url),
            )


def _text(caption: _Caption) -> SaidText:
    return SaidText(
        caption.caption_str,
        key=f"textcaps/{caption.image_id}/{caption.caption_id}",
        canned=False,
        detail={"caption_id": caption.caption_id},
    )


def find(documents: Documents) -> TextCaps | None:
    found = [document for document in documents.json if _is_textcaps(document)]
    return TextCaps(found) if found else None


def _is_textcaps(document: Document) -> bool:
    first: Any = next(iter(document.list_of("data") or []), None)
    try:
        return first is not None and bool(msgspec.json.decode(first, type=_Caption))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
