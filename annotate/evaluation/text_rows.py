"""The texts in the rows of a file, each with what it calls its image, or what is wrong with it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from annotate.analysis import text as texts
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.images.details import MAX_NAME
from annotate.kinds.fields import MAX_BLOCK

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
                errors.FieldError(
                    f"rows[{number}].{each.path}".rstrip("."), each.code, each.message
                )
                for each in fields
            ]

    def raise_if_any(self) -> None:
        """Refuse the file, naming the wrong rows."""
        if not self._rows:
            return
        number = len(self._rows)
        said = "One row is" if number == 1 else f"{number:,} rows are"
        more = f"; the first {MAX_NAMED} are named" if number > MAX_NAMED else ""
        raise errors.Invalid(
            f"{said} wrong{more}. Nothing was brought in.",
            code="wrong_rows",
            fields=self._found,
            remedy="Correct the rows and send the file again.",
        )


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
            raise UnreadableFile(
                f"The file has more than {MAX_TEXTS:,} rows.", remedy="Cut it in parts."
            )
        try:
            found.append(_text(row, find, text_fields, key_fields))
        except errors.Invalid as wrong:
            refusals.note(row.number, wrong.fields)
    refusals.raise_if_any()
    if not found:
        raise UnreadableFile("There is no text in this file.")
    return found


def _text(row: Row, find: Finder, text_fields: Sequence[str], key_fields: Sequence[str]) -> Text:
    if row.values is None:
        raise errors.Invalid.field("", "not_json", "This is no JSON object.")
    field, raw = first_of(row.values, text_fields)
    if raw is None:
        wanted = " or ".join(f"“{name}”" for name in text_fields)
        message = f"There is no text under {wanted}; there are: {', '.join(row.values)[:200]}."
        raise errors.Invalid.field(field, "missing", message)
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
        raise errors.Invalid.field(field, "wrong_type", "This must be a text.")
    if texts.has_overlong_marks(raw):
        message = "More than 30 accents follow one another, which no reader can see."
        raise errors.Invalid.field(field, "overlong_marks", message)
    cleaned = texts.clean_block(raw)
    if texts.is_blank(cleaned):
        raise errors.Invalid.field(field, "empty", "This text is empty.")
    if len(cleaned) > MAX_BLOCK:
        message = f"This text has {len(cleaned):,} characters; at most {MAX_BLOCK:,} are kept."
        raise errors.Invalid.field(field, "too_long", message)
    return cleaned


def key_of(field: str, raw: object) -> str:
    """Return what a row calls its image; many releases number their images."""
    if raw is None:
        return ""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise errors.Invalid.field(field, "wrong_type", "This must be a name or a number.")
    key = texts.clean_line(str(raw))
    if len(key) > MAX_NAME:
        raise errors.Invalid.field(field, "too_long", f"A name has at most {MAX_NAME} characters.")
    return key
