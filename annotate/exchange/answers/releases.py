"""Captions in the layouts of the VizWiz-Captions and TextCaps releases: one row is one caption."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from annotate.exchange.answers.rows import AnswerRow, Said, UnreadableFile, broken
from annotate.messages import Message

# Both releases are one JSON document, which is read at once: the largest file has 36 MB.
MAX_BYTES = 200_000_000
_WHERE = re.compile(r"^(?P<said>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)


class VizWizImage(msgspec.Struct):
    id: int
    file_name: str


class VizWizCaption(msgspec.Struct):
    id: int
    image_id: int
    caption: str
    is_precanned: bool | None = None
    is_rejected: bool | None = None
    text_detected: bool | None = None


class _VizWizFile(msgspec.Struct):
    images: list[VizWizImage]
    annotations: list[msgspec.Raw]


class TextCapsCaption(msgspec.Struct):
    image_id: str
    caption_id: int
    caption_str: str


class _TextCapsFile(msgspec.Struct):
    data: list[msgspec.Raw]


FileT = TypeVar("FileT")
RowT = TypeVar("RowT", bound=msgspec.Struct)


def _read(path: Path, type_: type[FileT], otherwise: str) -> FileT:
    """The file; `otherwise` is the code of what to say where it is no such file."""
    if path.stat().st_size > MAX_BYTES:
        raise UnreadableFile(Message("results_file_too_large", limit=round(MAX_BYTES / 1e6)))
    try:
        return msgspec.json.decode(path.read_bytes(), type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise UnreadableFile(Message(otherwise, reason=str(fault))) from None


class _Captions(ABC):
    platform = ""

    def __init__(self, raw: Sequence[msgspec.Raw]) -> None:
        self._raw = raw

    def total(self) -> int:
        return len(self._raw)

    def rows(self, start: int) -> Iterator[AnswerRow]:
        for number, raw in enumerate(self._raw[start:], start=start + 1):
            yield self._row(number, raw)

    @abstractmethod
    def _row(self, number: int, raw: msgspec.Raw) -> AnswerRow:
        """One caption of the release as an answer, or what is wrong with it."""


def _typed(number: int, raw: msgspec.Raw, type_: type[RowT]) -> RowT | AnswerRow:
    try:
        return msgspec.json.decode(raw, type=type_)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        found = _WHERE.match(str(fault))
        path = (found["path"] or "").lstrip(".") if found else ""
        said = found["said"] if found else str(fault)
        return broken(
            number,
            "",
            field=path,
            code="wrong_form",
            message=Message("unreadable_because", reason=f"{said}."),
        )


def _value(text: str, text_detected: bool | None) -> dict[str, object]:
    return {
        "text": text,
        "text_detected": text_detected,
        "quality_issues": [],
        "quality_other": "",
    }


class VizWizCaptions(_Captions):
    """`annotations`, each about one of `images`."""

    def __init__(self, path: Path) -> None:
        file = _read(path, _VizWizFile, "not_vizwiz_captions")
        super().__init__(file.annotations)
        self._names = {image.id: image.file_name for image in file.images}

    def _row(self, number: int, raw: msgspec.Raw) -> AnswerRow:
        found = _typed(number, raw, VizWizCaption)
        if isinstance(found, AnswerRow):
            return found
        image = self._names.get(found.image_id)
        if image is None:
            message = Message("image_id_not_listed", id=str(found.image_id))
            return broken(number, "", field="image_id", code="unknown_image", message=message)
        if found.is_rejected:
            message = Message("rejected_in_release")
            return broken(number, image, field="is_rejected", code="rejected", message=message)
        said = Said(
            image=image,
            key=f"vizwiz-captions/{image}/{found.id}",
            value=_value(found.caption, found.text_detected),
            canned=found.is_precanned,
            detail={"annotation_id": found.id},
        )
        return AnswerRow(number=number, name=image, said=(said,))


class TextCaps(_Captions):
    """`data`, one entry per caption; the references it repeats are left aside."""

    def __init__(self, path: Path) -> None:
        super().__init__(_read(path, _TextCapsFile, "not_textcaps").data)

    def _row(self, number: int, raw: msgspec.Raw) -> AnswerRow:
        found = _typed(number, raw, TextCapsCaption)
        if isinstance(found, AnswerRow):
            return found
        said = Said(
            image=found.image_id,
            key=f"textcaps/{found.image_id}/{found.caption_id}",
            value=_value(found.caption_str, None),
            canned=False,
            detail={"caption_id": found.caption_id},
        )
        return AnswerRow(number=number, name=found.image_id, said=(said,))


def vizwiz_captions(path: Path) -> VizWizCaptions:
    """The captions of a file in the layout of VizWiz-Captions; raises UnreadableFile."""
    return VizWizCaptions(path)


def textcaps(path: Path) -> TextCaps:
    """The captions of a file in the layout of TextCaps; raises UnreadableFile."""
    return TextCaps(path)
