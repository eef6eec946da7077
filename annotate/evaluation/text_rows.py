"""The texts in the rows of a file, each with what it calls its image, or what is wrong with it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from annotate.analysis import text as texts
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.images.details import MAX_NAME
from annotate.kinds.fields import MAX_BLOCK
from annotate.messages import Message

MAX_TEXTS = 250_000
# So many wrong rows are named at once; the rest is only counted.
MAX_NAMED = 100
# What the text, and the name of the image, are usually called.
TEXT_FIELDS = ("text", "description", "caption", "caption_str", "candidate")
KEY_FIELDS = ("key", "external_id", "image", "image_id", "image/key", "file_name", "name")

# Returns the id of the image that a key means, or None; raises Invalid naming the field it is told.
Finder = Callable[[str, str], int | None]


class Text(NamedTuple):
    """One text of a file."""

    key: str
    image_id: int | None
    text: str


class Refusals:
    """Collects what is wrong with the rows of a file, to say it all at once."""

    def __init__(self) -> None:
        self._found: list[errors.FieldError] = []
        self._rows: set[int] = set()

    def note(self, number: int, fields: Sequence[errors.FieldError]) -> None:
        """Take down what is wrong with one row."""
        self._rows.add(number)
        if len(self._rows) <= MAX_NAMED:
            self._found += [
                replace(wrong, path=f"rows[{number}].{wrong.path}".rstrip(".")) for wrong in fields
            ]

    def raise_if_any(self) -> None:
        """Refuse the file, naming the wrong rows."""
        if not self._rows:
            return
        number = len(self._rows)
        message = (
            Message("rows_wrong", count=number)
            if number <= MAX_NAMED
            else Message("many_rows_wrong", rows=number, named=MAX_NAMED)
        )
        raise errors.Invalid(message, code="wrong_rows", fields=self._found)


def texts_in(
    rows: Iterable[Row], find: Finder, *, text_field: str = "", key_field: str = ""
) -> list[Text]:
    """Return the texts of a file in its order.

    Args:
        text_field: which member or column is the text; "" takes the first usual name there is.
        key_field: the same for the name of the image. A row without one has no image.

    Raises:
        UnreadableFile: there are too many rows, or none.
        Invalid: rows are wrong; each is named as `rows[12].text`.
    """
    found: list[Text] = []
    refusals = Refusals()
    text_fields = (text_field,) if text_field else TEXT_FIELDS
    key_fields = (key_field,) if key_field else KEY_FIELDS
    for count, row in enumerate(rows, start=1):
        if count > MAX_TEXTS:
            raise UnreadableFile(Message("file_of_many_rows", limit=MAX_TEXTS))
        try:
            found.append(_text(row, find, text_fields, key_fields))
        except errors.Invalid as wrong:
            refusals.note(row.number, wrong.fields)
    refusals.raise_if_any()
    if not found:
        raise UnreadableFile(Message("file_without_texts"))
    return found


def _text(row: Row, find: Finder, text_fields: Sequence[str], key_fields: Sequence[str]) -> Text:
    if row.values is None:
        raise errors.Invalid.field("", Message("row_not_json"), code="not_json")
    field, raw = first_of(row.values, text_fields)
    if raw is None:
        wanted = [f"“{name}”" for name in text_fields]
        columns = ", ".join(row.values)[:200]
        message = Message("row_without_text", wanted=wanted, columns=columns)
        raise errors.Invalid.field(field, message, code="missing")
    text = _cleaned(field, raw)
    field, raw = first_of(row.values, key_fields)
    key = key_of(field, raw)
    return Text(key, find(key, field) if key else None, text)


def first_of(values: Mapping[str, Any], names: Sequence[str]) -> tuple[str, Any]:
    for name in names:
        if values.get(name) is not None:
            return name, values[name]
    return names[0], None


def _cleaned(field: str, raw: object) -> str:
    if not isinstance(raw, str):
        raise errors.Invalid.field(field, Message("must_be_text"), code="wrong_type")
    if texts.has_overlong_marks(raw):
        raise errors.Invalid.field(field, Message("accents_follow"), code="overlong_marks")
    cleaned = texts.clean_block(raw)
    if texts.is_blank(cleaned):
        raise errors.Invalid.field(field, Message("empty_text"), code="empty")
    if len(cleaned) > MAX_BLOCK:
        message = Message("text_too_long_to_keep", length=len(cleaned), limit=MAX_BLOCK)
        raise errors.Invalid.field(field, message, code="too_long")
    return cleaned


def key_of(field: str, raw: object) -> str:
    """Return what a row calls its image; many releases number their images."""
    if raw is None:
        return ""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise errors.Invalid.field(field, Message("must_be_name_or_number"), code="wrong_type")
    key = texts.clean_line(str(raw))
    if len(key) > MAX_NAME:
        message = Message("image_name_too_long", limit=MAX_NAME)
        raise errors.Invalid.field(field, message, code="too_long")
    return key
