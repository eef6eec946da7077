"""One row of an import: what it says, where its pixels are, or what is wrong with it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pydantic import ValidationError

from annotate.core import errors
from annotate.images.archives import RowError
from annotate.images.details import Details, Name, clean_name, field_errors

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Problem:
    """Why a row was not brought in, as it is shown to people."""

    row: int
    name: str
    field: str
    code: str
    message: str
    remedy: str | None


@dataclass(frozen=True)
class Row:
    """A row as the source gives it. `number` counts from 1: the line, or the place in the list.

    Exactly one of `read` (returns the bytes, may raise RowError), `sha256` (names content that is
    stored already) and `problems` is given.
    """

    number: int
    name: str
    details: Details
    read: Callable[[], bytes] | None = None
    sha256: str | None = None
    problems: tuple[Problem, ...] = ()


class Source(Protocol):
    """Rows to bring in, in an order that is the same every time."""

    def total(self) -> int:
        """Return how many rows there are."""

    def rows(self, start: int) -> Iterator[Row]:
        """Yield the rows from the `start`-th (from 0) on."""


class Files(Protocol):
    """Where the files named in a manifest are."""

    def reader(self, name: str) -> Callable[[], bytes]:
        """Return a function that reads the file called `name`; raises RowError."""


class ManifestRow(Details):
    """One line of a manifest: `file` (a path) or `sha256` (content stored already), and details."""

    file: Name | None = None
    sha256: Name | None = None
    name: Name | None = None


def parse_line(number: int, line: bytes, files: Files) -> Row:
    """Return the row that a line of a manifest stands for; what is wrong is in its `problems`."""
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
    if (stated.file is None) == (stated.sha256 is None):
        raise RowError("file", "missing", "Name the picture by either file or sha256.")
    if stated.file is not None:
        name = stated.name or clean_name(stated.file)
        return Row(number, name, details, read=files.reader(stated.file))
    digest = (stated.sha256 or "").lower()
    if not _DIGEST.fullmatch(digest):
        raise RowError("sha256", "wrong_form", "A SHA-256 is written as 64 hexadecimal digits.")
    return Row(number, stated.name or stated.external_id or digest, details, sha256=digest)


def _line_errors(error: ValidationError) -> list[RowError]:
    if error.errors(include_url=False)[0]["type"] == "json_invalid":
        reason = error.errors(include_url=False)[0].get("ctx", {}).get("error", "")
        return [RowError("", "not_json", f"This line is not valid JSON: {reason}.")]
    return [RowError(each.path, each.code, each.message) for each in field_errors(error)]


def broken(number: int, name: str, *found: RowError) -> Row:
    """Return a row that cannot be brought in."""
    problems = (
        Problem(number, name, error.field, error.code, error.message, error.remedy)
        for error in found
    )
    return Row(number, name, Details(), problems=tuple(problems))


def refused(row: Row, error: errors.AppError, *, field: str) -> Problem:
    """Return the problem of a row that the intake of images or the project turned away."""
    return Problem(row.number, row.name, field, error.error_code, error.message, error.remedy)
