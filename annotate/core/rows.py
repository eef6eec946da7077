"""Insert and update single rows without building their SQL anew each time.

The counterpart of `prepared`: the statements of the few writes that every claim and submission
makes. Values go through the same fields of the models as with the ORM.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import connection, models

from annotate.core.prepared import Planned

Model = type[models.Model]
FEW = 20


def insert(instances: Sequence[models.Model]) -> None:
    """Insert new rows of one table with one statement, and give each instance its key."""
    if not instances:
        return
    model = type(instances[0])
    # SQLite before 3.35 cannot return keys; and for many rows the ORM minds every limit.
    if len(instances) > FEW or not connection.features.can_return_rows_from_bulk_insert:
        model._default_manager.bulk_create(instances)
        return
    fields = _written(model)
    values = [
        field.get_db_prep_save(field.pre_save(instance, True), connection)
        for instance in instances
        for field in fields
    ]
    with connection.cursor() as cursor:
        _insertion(model, len(instances)).execute(cursor, values)
        keys = cursor.fetchall()
    for instance, (key,) in zip(instances, keys, strict=True):
        instance.pk = key
        instance._state.adding = False
        instance._state.db = "default"


def update(model: Model, where: Mapping[str, Any], changes: Mapping[str, Any]) -> int:
    """Change the rows whose columns equal `where` (no nulls); return how many those were."""
    # One column may be in both: its new value, and the one it must have had.
    values = [_value(model, *pair) for pair in (*changes.items(), *where.items())]
    with connection.cursor() as cursor:
        _change(model, tuple(changes), tuple(where)).execute(cursor, values)
        return int(cursor.rowcount)


def take_stock(*tables: Model) -> None:
    """Let PostgreSQL count anew what a bulk operation made.

    It does so by itself a minute later; until then plans are made for the sizes of before.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in tables:
            cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")


def _value(model: Model, name: str, value: Any) -> Any:
    if isinstance(value, models.Model):
        value = value.pk
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_save(value, connection)


@lru_cache
def _written(model: Model) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


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
