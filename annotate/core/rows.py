"""Insert and update single rows without building their SQL anew each time.

The counterpart of `prepared`: the statements of the few writes that every claim and submission
makes. Values go through the same fields of the models as with the ORM.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection, models

from annotate.core.prepared import Planned, this_database

log = logging.getLogger(__name__)

Model = type[models.Model]
Names = tuple[str, ...]
FEW = 20
_PARAMETERS = 20_000  # PostgreSQL takes 65,535 and gains nothing from more of them


def insert(instances: Sequence[models.Model]) -> None:
    """Insert new rows of one table with one statement, and give each instance its key."""
    if not instances:
        return
    model, database = type(instances[0]), this_database()
    # SQLite before 3.35 cannot return keys; and for many rows the ORM minds every limit.
    returns_keys = database.features.can_return_rows_from_bulk_insert
    if len(instances) > FEW or not returns_keys or not _is_familiar(model):
        model._default_manager.bulk_create(instances)
        return
    fields = _written(model)
    values = [
        field.get_db_prep_save(field.pre_save(instance, True), database)
        for instance in instances
        for field in fields
    ]
    with database.cursor() as cursor:
        _insertion(model, len(instances)).execute(cursor, values)
        keys = cursor.fetchall()
    for instance, (key,) in zip(instances, keys, strict=True):
        instance.pk = key
        instance._state.adding = False
        instance._state.db = "default"


def update(model: Model, where: Mapping[str, Any], changes: Mapping[str, Any]) -> int:
    """Change the rows whose columns equal `where` (no nulls); return how many those were."""
    if not _is_familiar(model):
        return model._default_manager.filter(**where).update(**changes)
    # One column may be in both: its new value, and the one it must have had.
    database = this_database()
    values = [_value(model, *pair, database) for pair in (*changes.items(), *where.items())]
    with database.cursor() as cursor:
        _change(model, tuple(changes), tuple(where)).execute(cursor, values)
        return int(cursor.rowcount)


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
    names, database = (*key, *sums, *latest), this_database()
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    ordered = sorted(lines, key=lambda line: tuple(line[: len(key)]))
    at_once = (database.features.max_query_params or _PARAMETERS) // len(names)
    for start in range(0, len(ordered), at_once):
        some = ordered[start : start + at_once]
        values = [
            field.get_db_prep_save(value, database)
            for line in some
            for field, value in zip(fields, line, strict=True)
        ]
        with database.cursor() as cursor:
            if len(some) <= FEW:
                _addition(model, key, sums, latest, len(some)).execute(cursor, values)
            else:
                cursor.execute(_addition_sql(model, key, sums, latest, len(some)), values)


def filters(**columns: Any) -> dict[str, Any]:
    """The conditions of a query that has none on columns whose value is None."""
    return {name: value for name, value in columns.items() if value is not None}


def analyze_tables(*tables: Model) -> None:
    """Let PostgreSQL count anew what a bulk operation made.

    It does so by itself a minute later; until then plans are made for the sizes of before.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in tables:
            cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")


@lru_cache
def _is_familiar(model: Model) -> bool:
    """Whether Django describes the table as this module reads it; else its ORM writes the rows."""
    try:
        columns = {field.column for field in _written(model)}
        values = [field.get_db_prep_save(None, connection) for field in _written(model)]
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
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_save(value, database)


@lru_cache
def _written(model: Model) -> list[Any]:
    # A key that the database counts is its own to give; one that is drawn comes with the row.
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key or field.has_default()
    ]


@lru_cache
def _insertion(model: Model, number: int) -> Planned:
    quote = connection.ops.quote_name
    names = ", ".join(quote(field.column) for field in _written(model))
    places = ", ".join(["%s"] * len(_written(model)))
    # Only names of our own tables and columns are put into the text.
    return Planned(
        f"INSERT INTO {quote(model._meta.db_table)} ({names})"  # noqa: S608
        f" VALUES {', '.join([f'({places})'] * number)} RETURNING {quote('id')}"
    )


@lru_cache
def _addition(model: Model, key: Names, sums: Names, latest: Names, number: int) -> Planned:
    return Planned(_addition_sql(model, key, sums, latest, number))


def _addition_sql(model: Model, key: Names, sums: Names, latest: Names, number: int) -> str:
    quote = connection.ops.quote_name

    def columns(names: tuple[str, ...]) -> list[str]:
        fields: list[Any] = [model._meta.get_field(name) for name in names]
        return [quote(field.column) for field in fields]

    table = quote(model._meta.db_table)
    every = columns((*key, *sums, *latest))
    changes = [f"{name} = {table}.{name} + excluded.{name}" for name in columns(sums)]
    changes += [
        # GREATEST has two names.
        f"{name} = CASE WHEN excluded.{name} > {table}.{name} "
        f"THEN excluded.{name} ELSE {table}.{name} END"
        for name in columns(latest)
    ]
    places = f"({', '.join(['%s'] * len(every))})"
    # Only names of our own tables and columns are put into the text.
    return (
        f"INSERT INTO {table} ({', '.join(every)}) VALUES {', '.join([places] * number)} "  # noqa: S608
        f"ON CONFLICT ({', '.join(columns(key))}) DO UPDATE SET {', '.join(changes)}"
    )


@lru_cache
def _change(model: Model, changed: tuple[str, ...], where: tuple[str, ...]) -> Planned:
    def pairs(names: tuple[str, ...], joint: str) -> str:
        quote = connection.ops.quote_name
        fields: list[Any] = [model._meta.get_field(name) for name in names]
        return joint.join(f"{quote(field.column)} = %s" for field in fields)

    table = connection.ops.quote_name(model._meta.db_table)
    # Only names of our own tables and columns are put into the text.
    return Planned(
        f"UPDATE {table} SET {pairs(changed, ', ')} WHERE {pairs(where, ' AND ')}"  # noqa: S608
    )
