"""One row of answers given elsewhere: by whom, about what, or what is wrong with it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from annotate.core import errors
from annotate.exchange.imports.rows import Problem
from annotate.messages import Message

MAX_KEY = 500
MAX_WORKER = 200
_NOT_TEXT = re.compile("[\x00\ud800-\udfff]")
REPEAT = Message("import_answers_again")


class UnreadableFile(errors.Invalid):
    """The file as a whole is not what it claims to be."""

    code = "unreadable_file"


@dataclass(frozen=True, kw_only=True)
class ImageAnswer:
    """One answer about one image.

    `key` tells it from every other answer of its source. `value` is the answer in the kind's own
    form; `canned` None: it is canned if it says what the stage's canned text says. `detail` is kept
    as it is and never shown to annotators.
    """

    image: str
    key: str
    value: dict[str, Any]
    canned: bool | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    active_seconds: float = 0.0
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class AnswerRow:
    """A row as the source gives it; `number` counts from 1.

    With a `worker`, its answers are one finished HIT of that person; without one, they are texts of
    people who are not known.
    """

    number: int
    name: str = ""
    worker: str | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    page_seconds: float | None = None
    answers: tuple[ImageAnswer, ...] = ()
    problems: tuple[Problem, ...] = ()


class AnswerSource(Protocol):
    """Rows of answers, in an order that is the same every time."""

    # Where the people come from: the name space of the worker ids.
    platform: str

    def total(self) -> int:
        """How many rows there are."""

    def rows(self, start: int) -> Iterator[AnswerRow]:
        """Yield the rows from the `start`-th (from 0) on."""


def broken(
    number: int, name: str, *, field: str, message: Message, code: str | None = None
) -> AnswerRow:
    """A row that cannot be brought in."""
    problem = Problem.about(number, name, field, message, code=code, remedy=REPEAT)
    return AnswerRow(number=number, name=name, problems=(problem,))


def storable(row: AnswerRow) -> AnswerRow:
    """The row, or a broken one if the names in it are nothing that a database can hold."""
    names = [row.name, row.worker or "", *(answer.key for answer in row.answers)]
    too_long = len(row.worker or "") > MAX_WORKER or any(len(name) > MAX_KEY for name in names)
    if not too_long and not any(map(_NOT_TEXT.search, names)):
        return row
    return broken(row.number, "", field="", message=Message("unusable_name"))


def problems_of(number: int, name: str, refused: errors.AppError) -> list[Problem]:
    """What a refusal says: one problem per field it names."""
    whole = Problem.of_error(number, name, refused)
    if whole.remedy is None:
        whole = replace(whole, remedy=str(REPEAT), remedy_code=REPEAT.code)
    if not refused.fields:
        return [whole]
    return [
        replace(
            whole,
            field=wrong.path,
            code=wrong.code,
            message=wrong.message,
            message_code=wrong.message_code,
            params={**whole.params, **wrong.params},
        )
        for wrong in refused.fields
    ]
