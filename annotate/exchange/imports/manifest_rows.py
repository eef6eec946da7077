"""One line of the product's own manifest."""

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from annotate.analysis.geometry import Coordinate, Length
from annotate.exchange.imports.addresses import file_in, is_address
from annotate.exchange.imports.rows import Files, Row, broken
from annotate.exchange.imports.said import LONGEST_PRODUCER, Corners, Said, SaidObject, SaidText
from annotate.images.archives import RowError
from annotate.images.details import Details, Name, clean_name, field_errors
from annotate.messages import Message

_DIGEST = re.compile(r"[0-9a-f]{64}")
_CONFIG = ConfigDict(frozen=True, extra="forbid")
Long = Annotated[str, StringConstraints(strict=True, max_length=200_000)]


class ManifestBox(BaseModel):
    """In pixels of the upright picture, as in all exports."""

    model_config = _CONFIG

    x: Coordinate
    y: Coordinate
    width: Length
    height: Length


class ManifestObject(BaseModel):
    model_config = _CONFIG

    label: Long
    box: ManifestBox
    description: Long = ""


class ManifestRow(Details):
    """`file` (a path) or `sha256` (content stored already), details, and what was said of it."""

    file: Name | None = None
    sha256: Name | None = None
    name: Name | None = None
    objects: Annotated[tuple[ManifestObject, ...], Field(max_length=1000)] = ()
    text: Long | None = None
    captions: Annotated[tuple[Long, ...], Field(max_length=100)] = ()
    producer: Annotated[str, StringConstraints(strict=True, max_length=LONGEST_PRODUCER)] = ""


def parse_line(number: int, line: bytes, files: Files) -> Row:
    """The row that a line of a manifest stands for; what is wrong is in its `problems`."""
    try:
        stated = ManifestRow.model_validate_json(line)
    except ValidationError as error:
        return broken(number, "", *_line_errors(error))
    try:
        return _row(number, stated, files)
    except RowError as error:
        return broken(number, stated.external_id or stated.file or "", error)


def _row(number: int, stated: ManifestRow, files: Files) -> Row:
    details = Details.model_construct(
        external_id=stated.external_id or stated.file,
        split=stated.split,
        metadata=stated.metadata,
    )
    said = _said(stated)
    if (stated.file is None) == (stated.sha256 is None):
        raise RowError("file", Message("picture_not_named"), code="missing")
    if stated.file is not None and is_address(stated.file):
        name, known = stated.name or clean_name(file_in(stated.file)), file_in(stated.file)
        known = stated.external_id or known
        return Row(number, name, details, known=known, said=said, address=stated.file)
    if stated.file is not None:
        name = stated.name or clean_name(stated.file)
        return Row(number, name, details, read=files.reader(stated.file), said=said)
    digest = (stated.sha256 or "").lower()
    if not _DIGEST.fullmatch(digest):
        raise RowError("sha256", Message("digest_form"), code="wrong_form")
    name = stated.name or stated.external_id or digest
    return Row(number, name, details, sha256=digest, said=said)


def _said(stated: ManifestRow) -> Said | None:
    texts = [*([stated.text] if stated.text else []), *stated.captions]
    if not texts and not stated.objects:
        return None
    objects = [
        SaidObject(given.label, _corners(given.box), given.description) for given in stated.objects
    ]
    return Said(tuple(objects), tuple(map(SaidText, texts)), stated.producer)


def _corners(box: ManifestBox) -> Corners:
    return Corners(box.x, box.y, box.x + box.width, box.y + box.height)


def _line_errors(error: ValidationError) -> list[RowError]:
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        reason = first.get("ctx", {}).get("error", "")
        return [RowError("", Message("line_not_json", reason=str(reason)), code="not_json")]
    return [
        RowError(wrong.path, wrong.as_message(), code=wrong.code) for wrong in field_errors(error)
    ]
