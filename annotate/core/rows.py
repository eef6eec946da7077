"""Insert and update single rows without building their SQL anew each time.

The counterpart of `prepared`: the statements of the few writes that every claim and submission
makes. Values go through the same fields of the models as with the ORM.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db import connection, models

from annotate.core.columns import Column
from annotate.core.connection import cursor_of, this_database
from annotate.core.planned import Statement, execute_all
from annotate.core.row_statements import (
    Names,
    Upserted,
    column_named,
    columns_of,
    insertion,
    updating,
    upsertion,
    upsertion_sql,
    written,
)

log = logging.getLogger(__name__)

Model = type[models.Model]
FEW = 20
_PARAMETERS = 20_000  # PostgreSQL takes 65,535 and gains nothing from more of them


@dataclass(frozen=True)
class _Change:
    """An UPDATE of rows of one table that is still to be sent."""

    model: Model
    where: Mapping[str, Any]
    changes: Mapping[str, Any]

    def then(self, later: "_Change") -> "_Change":
        """This change and a later one of the same row at once.

        What the later one asks of columns that this one changes holds by this one.
        """
        asked = {name: value for name, value in later.where.items() if name not in self.changes}
        return _Change(self.model, {**asked, **self.where}, {**self.changes, **later.changes})

    def statement(self) -> Statement:
        return _changing(self.model, self.where, self.changes)


@dataclass(frozen=True)
class _Gathering:
    """Statements that are still to be sent, and the keys that new rows of some tables get."""

    keys: dict[Model, int]
    statements: list[Statement | _Change] = field(default_factory=list)

    def change(self, change: _Change) -> None:
        """Send it with what is still to be sent to the same row, if anything is."""
        for place, other in enumerate(self.statements):
            if isinstance(other, _Change) and _is_same_row(other, change):
                del self.statements[place]
                change = other.then(change)
                break
        self.statements.append(change)

    def send(self) -> None:
        statements = [
            each.statement() if isinstance(each, _Change) else each for each in self.statements
        ]
        self.statements.clear()  # first: what is sent is a statement as well
        if statements:
            execute_all(statements)


def _is_same_row(one: _Change, other: _Change) -> bool:
    return (
        one.model is other.model and "id" in one.where and one.where["id"] == other.where.get("id")
    )


_gathering: ContextVar[_Gathering | None] = ContextVar("gathering", default=None)


class NextKey(models.Expression):
    """The key that the next row of a table gets, as part of a query that is made anyway.

    NULL on SQLite, where a round trip is a call of a function and keys are not counted apart from
    the rows.
    """

    output_field = models.BigIntegerField()

    def __init__(self, model: Model) -> None:
        super().__init__()
        self._sequence = f"{model._meta.db_table}_id_seq"

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """Nothing, but on PostgreSQL."""
        return "NULL", ()

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """Take it from the sequence that PostgreSQL keeps for the key."""
        return f"nextval('{self._sequence}')", ()


@contextmanager
def together(keys: Mapping[Model, int | None] | None = None) -> Iterator[None]:
    """Send the statements inside whose outcome nobody waits for in one go.

    Those are `change`, `note`, `add`, `put`, `insert_missing`, and `insert` of rows that have their
    keys: a round trip for all of them, where each costs what it does on both sides. They are sent
    at the end, and before any other statement, so that all happens in the order it is written in.

    Args:
        keys: of one new row by its table, as `NextKey` gave it; ignored where others gather.
    """
    if _gathering.get() is not None:
        yield  # whoever began sends them
        return
    gathering = _Gathering({model: key for model, key in (keys or {}).items() if key is not None})
    token = _gathering.set(gathering)
    try:
        with this_database().execute_wrapper(_after_what_is_gathered):
            yield
            gathering.send()
    finally:
        _gathering.reset(token)


def _after_what_is_gathered(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
) -> Any:
    if gathering := _gathering.get():
        gathering.send()
    return execute(sql, params, many, context)


def _send(statement: Statement) -> None:
    if gathering := _gathering.get():
        gathering.statements.append(statement)
    else:
        execute_all([statement])


def note(instances: Sequence[models.Model]) -> None:
    """Insert new rows of one table whose keys nobody asks for."""
    if not instances:
        return
    model = type(instances[0])
    if len(instances) > FEW or not _is_familiar(model):
        model._default_manager.bulk_create(instances)
        return
    _send((insertion(model, len(instances)), _values_of(instances, columns_of(model))))


def insert(instances: Sequence[models.Model]) -> None:
    """Insert new rows of one table with one statement, and give each instance its key.

    The outcome is waited for unless they have their keys: those that are drawn, or those that
    `together` was given.
    """
    if not instances:
        return
    model, database = type(instances[0]), this_database()
    # SQLite before 3.35 cannot return keys; and for many rows the ORM minds every limit.
    returns_keys = database.features.can_return_rows_from_bulk_insert
    has_keys = _have_keys(instances)
    if len(instances) > FEW or not (has_keys or returns_keys) or not _is_familiar(model):
        model._default_manager.bulk_create(instances)
        return
    if has_keys:
        every = columns_of(model, with_keys=True)
        keyed = insertion(model, len(instances), with_keys=True)
        _send((keyed, _values_of(instances, every)))
    else:
        cursor = cursor_of(database)
        values = _values_of(instances, columns_of(model))
        insertion(model, len(instances), returning=True).execute(cursor, values)
        keys = cursor.fetchall()
        for instance, (key,) in zip(instances, keys, strict=True):
            instance.pk = key
    for instance in instances:
        instance._state.adding = False
        instance._state.db = "default"


def _have_keys(instances: Sequence[models.Model]) -> bool:
    """Whether all have their keys; a single one that has none gets what was read ahead for it."""
    gathering, model = _gathering.get(), type(instances[0])
    if gathering and len(instances) == 1 and instances[0].pk is None:
        instances[0].pk = gathering.keys.pop(model, None)
    return all(instance.pk is not None for instance in instances)


def _values_of(instances: Sequence[models.Model], columns: Sequence[Column]) -> list[Any]:
    database = this_database()
    return [column.of(instance, database) for instance in instances for column in columns]


def update(model: Model, where: Mapping[str, Any], changes: Mapping[str, Any]) -> int:
    """Change the rows whose columns equal `where` (no nulls); return how many those were."""
    if not _is_familiar(model):
        return model._default_manager.filter(**where).update(**changes)
    planned, values = _changing(model, where, changes)
    cursor = cursor_of(this_database())
    planned.execute(cursor, values)
    return int(cursor.rowcount)


def change(model: Model, where: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
    """Change rows as `update` does, where it is known which those are.

    Changes of one row that are sent together are one statement.
    """
    if not _is_familiar(model):
        model._default_manager.filter(**where).update(**changes)
    elif gathering := _gathering.get():
        gathering.change(_Change(model, where, changes))
    else:
        execute_all([_changing(model, where, changes)])


def _changing(model: Model, where: Mapping[str, Any], changes: Mapping[str, Any]) -> Statement:
    # One column may be in both: its new value, and the one it must have had.
    database = this_database()
    values = [_value(model, *pair, database) for pair in (*changes.items(), *where.items())]
    return updating(model, tuple(changes), tuple(where)), values


def add(
    model: Model,
    lines: Iterable[Sequence[Any]],
    *,
    key: Names,
    sums: Names,
    latest: tuple[str, ...] = (),
) -> None:
    """Add to sums: insert each line, or add its sums to the row that has the same key.

    They are written in the order of their keys, so that of two who add to the same rows one waits
    for the other and neither for both.

    Args:
        lines: no two of one key; each has the values of `key`, `sums` and `latest` in this order.
        latest: columns of which the greater value stays.
    """
    _upsert(model, lines, Upserted(key, sums=sums, latest=latest))


def put(model: Model, lines: Iterable[Sequence[Any]], *, key: Names, values: Names) -> None:
    """Insert each line, or give the row that has the same key its values.

    Args:
        lines: no two of one key; each has the values of `key` and `values` in this order.
    """
    _upsert(model, lines, Upserted(key, taken=values))


def insert_missing(
    model: Model, lines: Iterable[Sequence[Any]], *, key: Names, values: Names
) -> None:
    """Insert each line, unless there is a row with the same key.

    Args:
        lines: no two of one key; each has the values of `key` and `values` in this order.
    """
    _upsert(model, lines, Upserted(key, kept=values))


def filters(**columns: Any) -> dict[str, Any]:
    """The conditions of a query that has none on columns whose value is None."""
    return {name: value for name, value in columns.items() if value is not None}


def analyze_tables(*tables: Model, also_embedded: bool = False) -> None:
    """Let the database count anew what a bulk operation made, for its plans.

    PostgreSQL does so by itself a minute later; until then it plans for the sizes of before. JSON
    is left to it: no plan of ours depends on it, and it takes as long as all other columns
    together. SQLite never counts by itself, and holds the only lock to write while it does.

    Args:
        also_embedded: on SQLite, too. Not for tasks: it knows of averages alone, and those of the
            moment in which all of them are open are true of no later one.
    """
    quote = connection.ops.quote_name
    if connection.vendor != "postgresql":
        counted = [quote(each._meta.db_table) for each in tables if also_embedded]
    else:
        counted = [f"{quote(each._meta.db_table)} ({_plain_columns(each)})" for each in tables]
    with connection.cursor() as cursor:
        for table in counted:
            cursor.execute(f"ANALYZE {table}")


def _plain_columns(model: Model) -> str:
    fields: Sequence[Any] = model._meta.concrete_fields
    chosen = [each.column for each in fields if not isinstance(each, models.JSONField)]
    return ", ".join(map(connection.ops.quote_name, chosen))


@lru_cache
def _is_familiar(model: Model) -> bool:
    """Whether Django describes the table as this module reads it; else its ORM writes the rows."""
    try:
        columns = {field.column for field in written(model)}
        values = [field.get_db_prep_save(None, connection) for field in written(model)]
        key: Any = model._meta.pk
        familiar = key.column == "id" and len(values) == len(columns)
    except (AttributeError, TypeError):
        familiar = False
    if not familiar:
        log.error("Rows of %s are written by the ORM of Django, slowly.", model.__name__)
    return familiar


def _value(model: Model, name: str, value: Any, database: Any) -> Any:
    if isinstance(value, models.Model):
        value = value.pk
    return column_named(model, name).stored(value, database)


def _upsert(model: Model, lines: Iterable[Sequence[Any]], columns: Upserted) -> None:
    names, database = columns.names, this_database()
    taken = [column_named(model, name) for name in names]
    ordered = sorted(lines, key=lambda line: tuple(line[: len(columns.key)]))
    at_once = (database.features.max_query_params or _PARAMETERS) // len(names)
    for start in range(0, len(ordered), at_once):
        some = ordered[start : start + at_once]
        values = [
            column.stored(value, database)
            for line in some
            for column, value in zip(taken, line, strict=True)
        ]
        if len(some) <= FEW:
            _send((upsertion(model, columns, len(some)), values))
            continue
        with database.cursor() as cursor:
            cursor.execute(upsertion_sql(model, columns, len(some)), values)
