"""Insert thousands of rows: plain values, no statement to be planned.

The counterpart of `rows.insert` for imports and for what opens whole projects. PostgreSQL takes
the rows by COPY, at a third of what INSERT costs it and us; SQLite by a statement run row by row.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from io import StringIO
from itertools import repeat
from operator import attrgetter
from typing import Any

from django.db import connection, models
from django.db.models.expressions import DatabaseDefault

Model = type[models.Model]
Line = Sequence[Any]
_IS_SPECIAL = re.compile(r"[\\\n\r\t]").search
_ESCAPED = str.maketrans({"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def insert(model: Model, instances: Sequence[models.Model]) -> None:
    """Insert new rows whose keys have been drawn; what none of them sets is the database's."""
    names = [
        field.attname
        for field in model._meta.concrete_fields
        if not (field.has_db_default() and _is_unset(field.attname, instances))
    ]
    insert_lines(model, names, map(attrgetter(*names), instances))
    for instance in instances:
        instance._state.adding, instance._state.db = False, "default"


def _is_unset(name: str, instances: Sequence[models.Model]) -> bool:
    return all(isinstance(getattr(row, name), DatabaseDefault) for row in instances)


def insert_lines(model: Model, names: Sequence[str], lines: Iterable[Line], **same: Any) -> None:
    """Insert a row for each line of values.

    Args:
        names: the columns (`sample_id`, not `sample`) whose values each line has, in this order.
        same: what other columns have in every row; those that are left are null, or drawn keys.
    """
    fields: dict[str, Any] = {field.attname: field for field in model._meta.concrete_fields}
    given = list(zip(*lines, strict=True))
    if not given:
        return
    ways = [_way(fields[name]) for name in names]
    values = [
        column if way is _as_it_is else list(map(way, column))
        for way, column in zip(ways, given, strict=True)
    ]
    every = [_way(fields[name])(value) for name, value in same.items()]
    columns = [fields[name].column for name in (*names, *same)]
    (_copy if connection.vendor == "postgresql" else _insert)(model, columns, values, every)


def keys(model: Model, number: int) -> list[int]:
    """Draw keys for so many rows of a table whose keys the database counts, in a transaction."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                # The inner SELECT is asked once; without it the sequence is found for every key.
                "SELECT nextval((SELECT pg_get_serial_sequence(%s, 'id')::regclass))"
                " FROM generate_series(1, %s)",
                [connection.ops.quote_name(table), number],
            )
            return [key for (key,) in cursor.fetchall()]
        # As SQLite itself counts on. Whoever is in a transaction holds the lock of all writers:
        # nobody draws the same.
        newest = f"SELECT max(id) FROM {connection.ops.quote_name(table)}"  # noqa: S608
        counted = "SELECT seq FROM sqlite_sequence WHERE name = %s"
        cursor.execute(f"SELECT coalesce(({counted}), 0), coalesce(({newest}), 0)", [table])
        last = max(cursor.fetchone())
        return list(range(last + 1, last + 1 + number))


def _way(field: Any) -> Callable[[Any], Any]:
    """What makes of a value of this column what the database takes."""
    if isinstance(field, models.JSONField):
        return _json
    if isinstance(field, models.DateTimeField):
        return connection.ops.adapt_datetimefield_value
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _json(value: Any) -> str:
    # As most are, of those that have nothing to tell.
    return "{}" if value == {} else json.dumps(value)


def _insert(model: Model, columns: list[str], values: Sequence[Line], every: Line) -> None:
    quote = connection.ops.quote_name
    names = ", ".join(map(quote, columns))
    places = ", ".join(["%s"] * len(columns))
    # Only names of our own tables and columns are put into the text.
    sql = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, list(zip(*values, *map(repeat, every), strict=False)))


def _copy(model: Model, columns: list[str], values: Sequence[Line], every: Line) -> None:
    quote = connection.ops.quote_name
    table, names = quote(model._meta.db_table), ", ".join(map(quote, columns))
    # What all rows have in common is made a text once.
    end = "".join(f"\t{_text(value)}" for value in every) + "\n"
    lines = map("\t".join, zip(*map(_texts, values), strict=True))
    text = end.join([*lines, ""])
    # Django makes errors its own only where it executes a statement itself.
    with connection.cursor() as cursor, connection.wrap_database_errors:
        cursor.copy_expert(f"COPY {table} ({names}) FROM STDIN", StringIO(text))


def _texts(values: Sequence[Any]) -> Iterable[str]:
    """The values of a column as COPY reads them, each as `_text` makes it."""
    kinds = set(map(type, values))
    if kinds == {int}:
        return map(str, values)
    if kinds == {str} and not _IS_SPECIAL("".join(values)):
        return values
    if kinds == {datetime}:
        texts = {value: str(value) for value in set(values)}
        return map(texts.__getitem__, values)
    return map(_text, values)


def _text(value: Any) -> str:
    """A value as COPY reads it.

    >>> _text(None), _text("a\\tb"), _text(12)
    ('\\\\N', 'a\\\\tb', '12')
    """
    if isinstance(value, str):
        return value.translate(_ESCAPED) if _IS_SPECIAL(value) else value
    return r"\N" if value is None else str(value)
