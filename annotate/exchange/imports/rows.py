"""One row of an import: what it says, where its pixels are, or what is wrong with it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pydantic import ValidationError

from annotate.core import errors
from annotate.exchange.imports.unused import UnusedFile
from annotate.images.archives import RowError
from annotate.images.details import Details, Name, clean_name, field_errors
from annotate.messages import Message, params_json

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Problem:
    """Why a row was not brought in, in English and as entries of the catalogue."""

    row: int
    name: str
    field: str
    code: str
    message: str
    message_code: str | None
    remedy: str | None
    remedy_code: str | None
    params: Mapping[str, Any]

    @classmethod
    def about(
        cls,
        row: int,
        name: str,
        field: str,
        message: Message,
        *,
        code: str | None = None,
        remedy: Message | None = None,
    ) -> "Problem":
        advice = remedy or message.remedy()
        return cls(
            row=row,
            name=name,
            field=field,
            code=code or message.code,
            message=str(message),
            message_code=message.code,
            remedy=str(advice) if advice else None,
            remedy_code=advice.code if advice else None,
            params=params_json({**message.params, **(advice.params if advice else {})}),
        )

    @classmethod
    def of_error(cls, row: int, name: str, error: errors.AppError, *, field: str = "") -> "Problem":
        """What an error says of the row as a whole."""
        return cls.about(row, name, field, error.entry, code=error.error_code, remedy=error.advice)


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
        """How many rows there are."""

    def rows(self, start: int) -> Iterator[Row]:
        """Yield the rows from the `start`-th (from 0) on."""

    def unused(self) -> Iterable[UnusedFile]:
        """The files that came with the rows and are not used."""


class Files(Protocol):
    """Where the files named in a manifest are."""

    def reader(self, name: str) -> Callable[[], bytes]:
        """A function that reads the file called `name`; raises RowError."""


class ManifestRow(Details):
    """One line of a manifest: `file` (a path) or `sha256` (content stored already), and details."""

    file: Name | None = None
    sha256: Name | None = None
    name: Name | None = None


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
    if (stated.file is None) == (stated.sha256 is None):
        raise RowError("file", Message("picture_not_named"), code="missing")
    if stated.file is not None:
        name = stated.name or clean_name(stated.file)
        return Row(number, name, details, read=files.reader(stated.file))
    digest = (stated.sha256 or "").lower()
    if not _DIGEST.fullmatch(digest):
        raise RowError("sha256", Message("digest_form"), code="wrong_form")
    return Row(number, stated.name or stated.external_id or digest, details, sha256=digest)


def _line_errors(error: ValidationError) -> list[RowError]:
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        reason = first.get("ctx", {}).get("error", "")
        return [RowError("", Message("line_not_json", reason=str(reason)), code="not_json")]
    return [
        RowError(wrong.path, wrong.as_message(), code=wrong.code) for wrong in field_errors(error)
    ]


def broken(number: int, name: str, *wrong: RowError) -> Row:
    """A row that cannot be brought in."""
    problems = tuple(problem_of(number, name, error) for error in wrong)
    return Row(number, name, Details(), problems=problems)


def problem_of(number: int, name: str, error: RowError) -> Problem:
    return Problem.about(
        number, name, error.field, error.message, code=error.code, remedy=error.remedy
    )
