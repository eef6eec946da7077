"""Captions in the layouts of the VizWiz-Captions and TextCaps releases: one row is one caption."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from annotate.exchange.answers.rows import AnswerRow, ImageAnswer, UnreadableFile, broken
from annotate.messages import Message

# Both releases are one JSON document, which is read at once: the largest file has 36 MB.
MAX_BYTES = 200_000_000
_WHERE = re.compile(r"^(?P<reason>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)


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
    """The captions of a release; raises UnreadableFile where the file has another layout."""

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
        match = _WHERE.match(str(fault))
        path = (match["path"] or "").lstrip(".") if match else ""
        reason = match["reason"] if match else str(fault)
        message = Message("unreadable_because", reason=f"{reason}.")
        return broken(number, "", field=path, code="wrong_form", message=message)


def _value(text: str, text_detected: bool | None) -> dict[str, object]:
    other: dict[str, object] = {"quality_issues": [], "quality_other": ""}
    return {"text": text, "text_detected": text_detected, **other}


class VizWizCaptions(_Captions):
    """`annotations`, each about one of `images`."""

    def __init__(self, path: Path) -> None:
        file = _read(path, _VizWizFile, "not_vizwiz_captions")
        super().__init__(file.annotations)
        self._names = {image.id: image.file_name for image in file.images}

    def _row(self, number: int, raw: msgspec.Raw) -> AnswerRow:
        caption = _typed(number, raw, VizWizCaption)
        if isinstance(caption, AnswerRow):
            return caption
        image = self._names.get(caption.image_id)
        if image is None:
            message = Message("image_id_not_listed", id=str(caption.image_id))
            return broken(number, "", field="image_id", code="unknown_image", message=message)
        if caption.is_rejected:
            message = Message("rejected_in_release")
            return broken(number, image, field="is_rejected", code="rejected", message=message)
        answer = ImageAnswer(
            image=image,
            key=f"vizwiz-captions/{image}/{caption.id}",
            value=_value(caption.caption, caption.text_detected),
            canned=caption.is_precanned,
            detail={"annotation_id": caption.id},
        )
        return AnswerRow(number=number, name=image, answers=(answer,))


class TextCaps(_Captions):
    """`data`, one entry per caption; the references it repeats are left aside."""

    def __init__(self, path: Path) -> None:
        super().__init__(_read(path, _TextCapsFile, "not_textcaps").data)

    def _row(self, number: int, raw: msgspec.Raw) -> AnswerRow:
        caption = _typed(number, raw, TextCapsCaption)
        if isinstance(caption, AnswerRow):
            return caption
        answer = ImageAnswer(
            image=caption.image_id,
            key=f"textcaps/{caption.image_id}/{caption.caption_id}",
            value=_value(caption.caption_str, None),
            canned=False,
            detail={"caption_id": caption.caption_id},
        )
        return AnswerRow(number=number, name=caption.image_id, answers=(answer,))
