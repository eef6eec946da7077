"""Pages of rows in any order: a page begins after a row, and not after a number of rows.

Where rows come, go and change while somebody reads on, no row that stayed where it was is shown
twice or left out. `CursorPage` promises that for orders in which no two rows are alike; this does
so for every order that has an expression, with the key of the row to tell equal ones apart.
"""

import base64
import binascii
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Model, Q, QuerySet

from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.core.schemas import PageQuery
from annotate.messages import Message

ModelT = TypeVar("ModelT", bound=Model)
RowT = TypeVar("RowT")
Key = tuple[Any, int]


@dataclass(frozen=True)
class Rows(Generic[ModelT]):
    """The rows of one page, with the cursors of its neighbours."""

    rows: Sequence[ModelT]
    next: str | None
    previous: str | None


def page_by(
    rows: QuerySet[ModelT], query: PageQuery, *, column: str, key: str, largest_first: bool
) -> Rows[ModelT]:
    """One page of rows, ordered by a column and where that is equal by their key.

    Args:
        column: a field or an annotation that is never null.
        key: a field or an annotation that no two rows share.

    Raises:
        NotFound: the cursor leads nowhere.
    """
    size = query.page_size or CursorPage.page_size
    backwards, at = _read(query.cursor) if query.cursor else (False, None)
    descending = largest_first != backwards
    sign = "-" if descending else ""
    try:
        if at is not None:
            rows = rows.filter(_beyond(column, key, at, descending=descending))
        found = list(rows.order_by(f"{sign}{column}", f"{sign}{key}")[: size + 1])
    except (ValueError, TypeError, ValidationError, DataError):
        raise _nowhere() from None  # the cursor names no value of the column
    more, page = len(found) > size, found[:size]
    if backwards:
        page.reverse()
    if not page:
        return Rows((), None, None)
    first, last = ((getattr(row, column), getattr(row, key)) for row in (page[0], page[-1]))
    has_next, has_previous = (True, more) if backwards else (more, at is not None)
    return Rows(
        page,
        next=_write("after", last) if has_next else None,
        previous=_write("before", first) if has_previous else None,
    )


def beside(
    rows: QuerySet[ModelT], at: Key, *, column: str, key: str, largest_first: bool
) -> tuple[ModelT | None, ModelT | None]:
    """The rows before and after a place in the order of `page_by`; none need be at the place."""

    def first(*, backwards: bool) -> ModelT | None:
        descending = largest_first != backwards
        sign = "-" if descending else ""
        beyond = rows.filter(_beyond(column, key, at, descending=descending))
        return beyond.order_by(f"{sign}{column}", f"{sign}{key}").first()

    return first(backwards=True), first(backwards=False)


def in_parts(rows: QuerySet[Any, RowT], size: int) -> Iterator[RowT]:
    """All rows in order of their keys, `size` of them held at once.

    Unlike `iterator`, which holds all of them where a pooler leaves no cursor open, also in a
    transaction. Rows that are no instances have to be named and to have their `pk`.
    """
    part: Sequence[Any] = list(rows.order_by("pk")[:size])
    while part:
        yield from part
        last = part[-1].pk
        part = list(rows.filter(pk__gt=last).order_by("pk")[:size]) if len(part) == size else ()


def _beyond(column: str, key: str, at: Key, *, descending: bool) -> Q:
    side = "lt" if descending else "gt"
    value, pk = at
    return Q(**{f"{column}__{side}": value}) | Q(**{column: value, f"{key}__{side}": pk})


def _write(direction: str, at: Key) -> str:
    value, pk = at
    if isinstance(value, datetime | date):
        value = value.isoformat()
    return base64.urlsafe_b64encode(json.dumps([direction, value, pk]).encode()).decode()


def _read(cursor: str) -> tuple[bool, Key]:
    try:
        direction, value, pk = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (ValueError, TypeError, binascii.Error):
        raise _nowhere() from None
    is_value = isinstance(value, str | int | float) and "\x00" not in str(value)
    is_key = isinstance(pk, int) and abs(pk) < 2**63
    if direction not in ("after", "before") or not is_value or not is_key:
        raise _nowhere()
    if isinstance(value, int) and abs(value) >= 2**63:
        raise _nowhere()
    return direction == "before", (value, pk)


def _nowhere() -> errors.NotFound:
    return errors.NotFound(Message("unknown_cursor"))
