"""The statements that write single rows, built once for each table and set of columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection, models

from annotate.core.columns import Column, column_of
from annotate.core.planned import Planned

Model = type[models.Model]
Names = tuple[str, ...]


@cache
def written(model: Model) -> list[Any]:
    """The columns of a new row, but for a key that the database counts."""
    # A key that the database counts is its own to give; one that is drawn comes with the row.
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key or field.has_default()
    ]


@cache
def columns_of(model: Model, *, with_keys: bool = False) -> list[Column]:
    """Those that a new row is given."""
    fields: Sequence[Any] = model._meta.concrete_fields if with_keys else written(model)
    return [column_of(field, is_typed=_has_uuid()) for field in fields]


@cache
def column_named(model: Model, name: str) -> Column:
    """One column by the name of its field."""
    return column_of(model._meta.get_field(name), is_typed=_has_uuid())


def _has_uuid() -> bool:
    return bool(connection.features.has_native_uuid_field)


@cache
def insertion(
    model: Model, number: int, *, with_keys: bool = False, returning: bool = False
) -> Planned:
    """Insert so many rows, with keys of theirs or returning those that they are given."""
    quote = connection.ops.quote_name
    fields: Sequence[Any] = model._meta.concrete_fields if with_keys else written(model)
    names = ", ".join(quote(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    # Only names of our own tables and columns are put into the text.
    return Planned(
        f"INSERT INTO {quote(model._meta.db_table)} ({names})"  # noqa: S608
        f" VALUES {', '.join([f'({places})'] * number)}"
        + (f" RETURNING {quote('id')}" if returning else "")
    )


@dataclass(frozen=True)
class Upserted:
    """What becomes of the columns of a line whose key is there already."""

    key: Names
    sums: Names = ()
    latest: Names = ()
    taken: Names = ()
    kept: Names = ()

    @property
    def names(self) -> Names:
        return (*self.key, *self.sums, *self.latest, *self.taken, *self.kept)


@cache
def upsertion(model: Model, columns: Upserted, number: int) -> Planned:
    """As `upsertion_sql`, planned once."""
    return Planned(upsertion_sql(model, columns, number))


def upsertion_sql(model: Model, columns: Upserted, number: int) -> str:
    """Insert so many rows, or change those that are there."""
    quote = connection.ops.quote_name

    def quoted(names: Names) -> list[str]:
        fields: list[Any] = [model._meta.get_field(name) for name in names]
        return [quote(field.column) for field in fields]

    table = quote(model._meta.db_table)
    every = quoted(columns.names)
    changes = [f"{name} = {table}.{name} + excluded.{name}" for name in quoted(columns.sums)]
    changes += [
        # GREATEST has two names.
        f"{name} = CASE WHEN excluded.{name} > {table}.{name} "
        f"THEN excluded.{name} ELSE {table}.{name} END"
        for name in quoted(columns.latest)
    ]
    changes += [f"{name} = excluded.{name}" for name in quoted(columns.taken)]
    change = f"UPDATE SET {', '.join(changes)}" if changes else "NOTHING"
    places = f"({', '.join(['%s'] * len(every))})"
    # Only names of our own tables and columns are put into the text.
    return (
        f"INSERT INTO {table} ({', '.join(every)}) VALUES {', '.join([places] * number)} "  # noqa: S608
        f"ON CONFLICT ({', '.join(quoted(columns.key))}) DO {change}"
    )


@cache
def updating(model: Model, changed: tuple[str, ...], where: tuple[str, ...]) -> Planned:
    """Change columns of the rows that have these values in others."""

    def pairs(names: tuple[str, ...], joint: str) -> str:
        quote = connection.ops.quote_name
        fields: list[Any] = [model._meta.get_field(name) for name in names]
        return joint.join(f"{quote(field.column)} = %s" for field in fields)

    table = connection.ops.quote_name(model._meta.db_table)
    # Only names of our own tables and columns are put into the text.
    return Planned(
        f"UPDATE {table} SET {pairs(changed, ', ')} WHERE {pairs(where, ' AND ')}"  # noqa: S608
    )
