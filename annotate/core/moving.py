"""Every row of this installation into another database: all of them, or none.

Knows no table by its name: what Django's models say is what is moved. Both databases must have the
tables of this version.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.db.models.sql import InsertQuery

Model = type[models.Model]
# So many values go with one statement; PostgreSQL takes 65,535.
_VALUES = 20_000
# What Django writes by itself when it makes tables; the moved rows take their place.
_WRITTEN_BY_DJANGO = ("auth.Permission", "contenttypes.ContentType")
_MIGRATIONS = "django_migrations"
# Beyond this a float is whole, and one database prints it with an exponent, the other without.
_WHOLE = 2.0**53


class Refused(Exception):
    """Why nothing was moved, in words for whoever moves."""


@dataclass(frozen=True)
class Table:
    """What was moved of one table; `digest` is of all its values, whatever the order of rows."""

    name: str
    rows: int
    digest: str


def tables() -> list[Model]:
    """Return every model that has a table of its own, but for the list of migrations."""
    found = apps.get_models(include_auto_created=True)
    return [each for each in found if each._meta.managed and not each._meta.proxy]


def refuse_unless_empty(to: str) -> None:
    """Refuse a database that holds a row of anybody's, or a table that is not ours.

    Raises:
        Refused: it names what is there.
    """
    ours = {each._meta.db_table for each in tables()}
    there = set(connections[to].introspection.table_names())
    if strange := sorted(there - ours - {_MIGRATIONS}):
        raise Refused(f"The other database has tables of something else: {', '.join(strange[:5])}.")
    for model in tables():
        name, label = model._meta.db_table, model._meta.label
        if label in _WRITTEN_BY_DJANGO or name not in there:
            continue
        if model._base_manager.using(to).exists():
            raise Refused(f"The other database is not empty: there are rows in {name}.")


def move(to: str, said: Callable[[Table], None]) -> list[Table]:
    """Copy every row and compare both sides, in one transaction on each.

    Nobody can write to this database meanwhile; where anything fails the other one stays empty.

    Args:
        to: the alias of the other database, which has its tables.
        said: is told of each table that was moved.

    Raises:
        Refused: the other database is not empty, takes a row not, or holds something else
            afterwards.
    """
    found = []
    # On SQLite this takes the lock of writers at once.
    with transaction.atomic(), transaction.atomic(using=to):
        refuse_unless_empty(to)
        for label in _WRITTEN_BY_DJANGO:
            apps.get_model(label)._base_manager.using(to).all().delete()
        for model in tables():
            moved = _copied(model, to)
            found.append(moved)
            said(moved)
        _check(found, to)
        _reset_sequences(to)
    return found


def _copied(model: Model, to: str) -> Table:
    fields = _fields(model)
    rows = _Digest(fields)
    for batch in _batches(model, max(1, _VALUES // len(fields))):
        query = InsertQuery(model)
        # Raw: dates that are set when a row is written stay what they were.
        query.insert_values(fields, batch, raw=True)
        try:
            query.get_compiler(using=to).execute_sql()
        except (DatabaseError, ValueError) as fault:
            raise Refused(
                f"The other database refuses a row of {model._meta.db_table}: {fault}"
            ) from fault
        rows.add(batch)
    return rows.table(model)


def _fields(model: Model) -> "list[models.Field[Any, Any]]":
    return [each for each in model._meta.local_concrete_fields if not each.generated]


def _batches(model: Model, size: int, using: str = DEFAULT_DB_ALIAS) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for row in model._base_manager.using(using).order_by("pk").iterator(chunk_size=size):
        batch.append(row)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _check(moved: Sequence[Table], to: str) -> None:
    """Read all of it back, and hold every reference to what it names."""
    by_name = {each.name: each for each in moved}
    for model in tables():
        fields = _fields(model)
        rows = _Digest(fields)
        for batch in _batches(model, max(1, _VALUES // len(fields)), to):
            rows.add(batch)
        there, here = rows.table(model), by_name[model._meta.db_table]
        if there != here:
            raise Refused(
                f"{here.name} differs afterwards: {here.rows} rows here, {there.rows} there."
            )
    try:
        connections[to].check_constraints()
    except DatabaseError as fault:
        raise Refused(f"A row names another that is not there: {fault}") from fault


def _reset_sequences(to: str) -> None:
    """Let the next row get the number after the highest that was moved."""
    statements = connections[to].ops.sequence_reset_sql(no_style(), tables())
    with connections[to].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


class _Digest:
    """The number of rows and the sum of their digests, which no order changes."""

    def __init__(self, fields: "Sequence[models.Field[Any, Any]]") -> None:
        self._names = [each.attname for each in fields]
        self._rows, self._sum = 0, 0

    def add(self, batch: Sequence[models.Model]) -> None:
        for row in batch:
            told = json.dumps([plain(getattr(row, name)) for name in self._names], sort_keys=True)
            self._sum += int.from_bytes(hashlib.sha256(told.encode()).digest(), "big")
        self._rows += len(batch)

    def table(self, model: Model) -> Table:
        digest = f"{self._sum % (1 << 256):064x}"
        return Table(model._meta.db_table, self._rows, digest)


def plain(value: Any) -> Any:
    """Return a value of a column so that equal ones are told alike on every database."""
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, Decimal):
        return str(value.normalize())
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float):
        # No database keeps the sign of zero.
        is_whole = value == 0 or _WHOLE <= abs(value) < float("inf")
        return int(value) if is_whole else value
    if isinstance(value, str | int) or value is None:
        return value
    return str(value)
