"""The texts in the rows of a file, each with what it calls its image, or what is wrong with it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from annotate.analysis.caption_files import KEY_FIELDS, TEXT_FIELDS
from annotate.analysis.text import clean_line
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.images.details import MAX_NAME
from annotate.messages import Message
from annotate.workflow.given_texts import MAX_TEXTS, cleaned

# So many wrong rows are named at once; the rest is only counted.
MAX_NAMED = 100

# Gives the id of the image that a key means, or None; raises Invalid naming the field it is told.
Finder = Callable[[str, str], int | None]


ResultT = TypeVar("ResultT")


class Text(NamedTuple):
    """One text of a file."""

    key: str
    image_id: int | None
    text: str


def bounded(rows: Iterable[Row], limit: int, code: str) -> Iterator[Row]:
    """The rows; UnreadableFile with the message of this code where there are more."""
    for count, row in enumerate(rows, start=1):
        if count > limit:
            raise UnreadableFile(Message(code, limit=limit))
        yield row


def read_all(
    rows: Iterable[Row], read: Callable[[int, Mapping[str, Any]], ResultT]
) -> list[ResultT]:
    """What `read` makes of the number and the values of each row.

    Raises:
        Invalid: rows are wrong; each is named as `rows[12].text`, by the fields `read` refused.
    """
    results: list[ResultT] = []
    wrong: list[errors.FieldError] = []
    wrong_rows = 0
    for number, values in rows:
        try:
            if values is None:
                raise errors.Invalid.field("", Message("row_not_json"), code="not_json")
            results.append(read(number, values))
        except errors.Invalid as refused:
            wrong_rows += 1
            if wrong_rows <= MAX_NAMED:
                wrong += [
                    replace(field, path=f"rows[{number}].{field.path}".rstrip("."))
                    for field in refused.fields
                ]
    if wrong_rows:
        message = (
            Message("rows_wrong", count=wrong_rows)
            if wrong_rows <= MAX_NAMED
            else Message("many_rows_wrong", rows=wrong_rows, named=MAX_NAMED)
        )
        raise errors.Invalid(message, code="wrong_rows", fields=wrong)
    return results


def texts_in(
    rows: Iterable[Row], find: Finder, *, text_field: str = "", key_field: str = ""
) -> list[Text]:
    """The texts of a file in its order.

    Args:
        text_field: which member or column is the text; "" takes the first usual name there is.
        key_field: the same for the name of the image. A row without one has no image.

    Raises:
        UnreadableFile: there are too many rows, or none.
        Invalid: rows are wrong; each is named as `rows[12].text`.
    """
    text_fields = (text_field,) if text_field else TEXT_FIELDS
    key_fields = (key_field,) if key_field else KEY_FIELDS

    def read(_: int, values: Mapping[str, Any]) -> Text:
        field, raw = first_of(values, text_fields)
        if raw is None:
            wanted = [f"“{name}”" for name in text_fields]
            columns = ", ".join(values)[:200]
            message = Message("row_without_text", wanted=wanted, columns=columns)
            raise errors.Invalid.field(field, message, code="missing")
        text = cleaned(field, raw)
        field, raw = first_of(values, key_fields)
        key = key_of(field, raw)
        return Text(key, find(key, field) if key else None, text)

    texts = read_all(bounded(rows, MAX_TEXTS, "file_of_many_rows"), read)
    if not texts:
        raise UnreadableFile(Message("file_without_texts"))
    return texts


def first_of(values: Mapping[str, Any], names: Sequence[str]) -> tuple[str, Any]:
    for name in names:
        if values.get(name) is not None:
            return name, values[name]
    return names[0], None


def key_of(field: str, raw: object) -> str:
    """What a row calls its image; many releases number their images."""
    if raw is None:
        return ""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise errors.Invalid.field(field, Message("must_be_name_or_number"), code="wrong_type")
    key = clean_line(str(raw))
    if len(key) > MAX_NAME:
        message = Message("image_name_too_long", limit=MAX_NAME)
        raise errors.Invalid.field(field, message, code="too_long")
    return key
