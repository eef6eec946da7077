"""The manifest of images that are to be judged: what each was made from, and which file it is.

Its columns are `source` (what made it), `file` (in the archive), the image it is to be held against
(as in files of texts) and, if texts were cut into chunks, `chunk`: how many sentences.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from annotate.analysis.caption_files import KEY_FIELDS
from annotate.analysis.text import clean_line
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.evaluation.text_rows import Finder, bounded, first_of, key_of, read_all
from annotate.images.archives import RowError, ZipFiles
from annotate.messages import Message

MANIFESTS = ("manifest.csv", "manifest.jsonl", "manifest.json")
MAX_IMAGES = 20_000
MAX_CHUNKS = 20
MAX_SOURCE = 100


class PictureRow(NamedTuple):
    """One image of an archive: `row` is where the manifest names it."""

    row: int
    source: str
    key: str
    image_id: int
    chunk: int | None
    file: str


def pictures_in(rows: Iterable[Row], find: Finder, files: ZipFiles) -> list[PictureRow]:
    """The images of a manifest in its order; nothing of them is decoded yet.

    Raises:
        UnreadableFile: there are too many rows, or none.
        Invalid: rows are wrong; each is named as `rows[12].file`.
    """
    first: dict[tuple[str, int, int | None], PictureRow] = {}

    def read(number: int, values: Mapping[str, Any]) -> PictureRow:
        picture = _picture(number, values, find, files)
        before = first.setdefault((picture.source, picture.image_id, picture.chunk), picture)
        if before is not picture:
            message = Message("image_named_twice", row=before.row)
            raise errors.Invalid.field("file", message, code="twice")
        return picture

    pictures = read_all(bounded(rows, MAX_IMAGES, "manifest_of_many_images"), read)
    if not pictures:
        raise UnreadableFile(Message("manifest_without_images"))
    return pictures


def _picture(number: int, values: Mapping[str, Any], find: Finder, files: ZipFiles) -> PictureRow:
    source = _line(values, "source", MAX_SOURCE)
    file = _line(values, "file", 1000)
    field, raw = first_of(values, KEY_FIELDS)
    key = key_of(field, raw)
    image_id = find(key, field) if key else None
    if image_id is None:
        message = Message("unknown_image_name", name=key)
        raise errors.Invalid.field(field, message, code="unknown_image")
    try:
        files.entry(file)
    except RowError as wrong:
        raise errors.Invalid.field("file", wrong.message, code=wrong.code) from None
    return PictureRow(number, source, key, image_id, _chunk(values.get("chunk")), file)


def _line(values: Mapping[str, Any], field: str, longest: int) -> str:
    raw = values.get(field)
    text = clean_line(raw) if isinstance(raw, str) else ""
    if not text:
        raise errors.Invalid.field(field, Message("no_such_value", field=field), code="missing")
    if len(text) > longest:
        message = Message("kept_at_most", limit=longest)
        raise errors.Invalid.field(field, message, code="too_long")
    return text


def _chunk(raw: object) -> int | None:
    if raw is None or raw == "":
        return None
    text = str(raw)
    if not text.isdecimal() or not 1 <= int(text) <= MAX_CHUNKS:
        raise errors.Invalid.field("chunk", Message("not_a_chunk", limit=MAX_CHUNKS))
    return int(text)
