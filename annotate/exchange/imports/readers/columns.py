"""Which column of a table holds what: guessed by its name, or as somebody said."""

from collections.abc import Iterable, Mapping

from annotate.core import errors
from annotate.messages import Message

# What the text of a sample is called that has no column for it.
TEXT_OF_SAMPLE = "txt"
# What a column can hold, and the names by which it is guessed, the best one first.
ROLES: Mapping[str, tuple[str, ...]] = {
    "file": ("file_name", "file", "filename", "image", "image_path", "image_file", "path", "img"),
    "external_id": ("external_id", "image_id", "id", "key"),
    "sha256": ("sha256",),
    "address": ("image_url", "img_url", "coco_url", "flickr_url", "url", "address"),
    "split": ("split", "set"),
    "text": ("text", "description", "caption_long", TEXT_OF_SAMPLE),
    "captions": ("captions", "caption"),
    "objects": ("objects",),
    "producer": ("producer", "model"),
    "metadata": ("metadata",),
    "width": ("width", "image_width"),
    "height": ("height", "image_height"),
}
# What exports of this product have besides, which is no hint for annotators.
_EXPORTED = "rests_on_rejected"
_OF_EXPORTS = {_EXPORTED, "format", "name", "rounds", "state"}
CHOOSABLE = tuple(ROLES)


def mapping(header: Iterable[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """The column of each role that has one; "" among those chosen is none.

    Raises:
        Invalid: somebody named a column that the table does not have.

    >>> mapping(["file_name", "caption", "year"], {})
    {'file': 'file_name', 'captions': 'caption'}
    >>> mapping(["file_name", "caption"], {"text": "caption"})
    {'file': 'file_name', 'text': 'caption'}
    """
    names = list(header)
    for role, column in chosen.items():
        if column and column not in names:
            message = Message("no_such_column", column=column, columns=names[:30])
            raise errors.Invalid.field(f"columns.{role}", message, code="no_such_column")
    taken = set(chosen.values())
    found = {}
    for role, guesses in ROLES.items():
        free = (name for guess in guesses for name in names if name.strip().lower() == guess)
        column = chosen[role] if role in chosen else next((n for n in free if n not in taken), "")
        if column:
            found[role] = column
            taken.add(column)
    return found


def is_exported(header: Iterable[str]) -> bool:
    """Whether an export of this product has these columns."""
    return _EXPORTED in header


def hints(header: Iterable[str], mapped: Mapping[str, str]) -> list[str]:
    """The columns that become hints for annotators: those that hold nothing else."""
    names = list(header)
    others = _OF_EXPORTS if is_exported(names) else set()
    # Whoever describes a picture may want to know where it is from.
    taken = {name for role, name in mapped.items() if role != "address"}
    return [name for name in names if name not in taken and name not in others]


def names_pictures(mapped: Mapping[str, str], *, fetch: bool) -> bool:
    """Whether the rows of a table name pictures that are or can be had."""
    return "file" in mapped or (fetch and "address" in mapped)
