"""One row of an import: what it says, where its pixels are, or what is wrong with it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from annotate.core import errors
from annotate.exchange.imports.said import Said
from annotate.exchange.imports.unused import UnusedFile
from annotate.images.archives import RowError
from annotate.images.details import Details
from annotate.messages import Message, params_json


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
    stored already), `known` (what a picture of the project is called) and `problems` is given;
    only a source may give the digest of what `read` is a copy of as well. What is `known` may
    have an `address` where it is to be had otherwise.
    """

    number: int
    name: str
    details: Details
    read: Callable[[], bytes] | None = None
    sha256: str | None = None
    problems: tuple[Problem, ...] = ()
    known: str | None = None
    said: Said | None = None
    address: str = ""


@dataclass(frozen=True)
class About:
    """What a source was understood as: its format, what its columns were read as (`header` has
    all of them), and what of it belongs to no row, counted by the code of the reason."""

    format: str
    columns: Mapping[str, str] = field(default_factory=dict)
    header: Sequence[str] = ()
    left: Mapping[str, int] = field(default_factory=dict)


class Source(Protocol):
    """Rows to bring in, in an order that is the same every time."""

    def total(self) -> int:
        """How many rows there are."""

    def rows(self, start: int) -> Iterator[Row]:
        """Yield the rows from the `start`-th (from 0) on."""

    def about(self) -> About:
        """What it was understood as."""

    def unused(self) -> Iterable[UnusedFile]:
        """The files that came with the rows and are not used."""


class Files(Protocol):
    """Where the files named in a list are."""

    def reader(self, name: str) -> Callable[[], bytes]:
        """A function that reads the file called `name`; raises RowError."""


def broken(number: int, name: str, *wrong: RowError) -> Row:
    """A row that cannot be brought in."""
    problems = tuple(problem_of(number, name, error) for error in wrong)
    return Row(number, name, Details(), problems=problems)


def problem_of(number: int, name: str, error: RowError) -> Problem:
    return Problem.about(
        number, name, error.field, error.message, code=error.code, remedy=error.remedy
    )
