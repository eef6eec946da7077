"""Pages of rows that were worked out rather than stored, in the shape of every other page."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from annotate.core import errors
from annotate.core.http import CursorPage
from annotate.core.schemas import Page, PageQuery
from annotate.dashboards.schemas.annotators import AnnotatorSums
from annotate.messages import Message

RowT = TypeVar("RowT", bound=AnnotatorSums)
Key = Callable[[RowT], Any]


def page_of_rows(
    rows: Sequence[RowT], query: PageQuery, *, key: Key[RowT], largest_first: bool
) -> Page[RowT]:
    """One page of rows about people; those without a key come last in either order.

    A cursor names the person after (or before) whom the page goes on, not a number of rows: nobody
    is shown twice because somebody else was added.

    Raises:
        NotFound: the cursor leads nowhere.
    """
    size = query.page_size or CursorPage.page_size
    ordered = _ordered(rows, key, largest_first=largest_first)
    people = [row.user.id for row in ordered]
    start, end = 0, size
    if query.cursor:
        direction, pk = _read(query.cursor)
        if pk not in people:
            raise _nowhere()
        at = people.index(pk)
        start = at + 1 if direction == "after" else max(0, at - size)
        end = start + size if direction == "after" else at
    page = ordered[start:end]
    return Page(
        next=_write("after", people[end - 1]) if page and end < len(ordered) else None,
        previous=_write("before", people[start]) if page and start > 0 else None,
        results=page,
    )


def _ordered(rows: Sequence[RowT], key: Key[RowT], *, largest_first: bool) -> list[RowT]:
    rows = sorted(rows, key=lambda row: row.user.id)
    known = [row for row in rows if key(row) is not None]
    known.sort(key=key, reverse=largest_first)
    return [*known, *(row for row in rows if key(row) is None)]


def _write(direction: str, person: int) -> str:
    return base64.urlsafe_b64encode(json.dumps([direction, person]).encode()).decode()


def _read(cursor: str) -> tuple[str, int]:
    try:
        direction, pk = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (ValueError, TypeError, binascii.Error):
        raise _nowhere() from None
    if direction not in ("after", "before") or not isinstance(pk, int):
        raise _nowhere()
    return direction, pk


def _nowhere() -> errors.NotFound:
    return errors.NotFound(Message("unknown_cursor"))
