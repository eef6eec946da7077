"""Insert many rows by SQL into tables of whatever columns."""

from typing import Any

from django.db import connection, models


def insert(cursor: Any, model: type[models.Model], values: dict[str, str], source: str) -> None:
    """Insert rows of any columns; those that are not named have the default of the model,
    or that of the database."""
    columns, chosen = [], []
    for field in model._meta.concrete_fields:
        name = str(field.column)
        if name not in values and (field.primary_key or field.has_db_default()):
            continue
        columns.append(f'"{name}"')
        written = values.get(name)
        if written is None:
            default: Any = field
            stored = default.get_db_prep_save(default.get_default(), connection)
            written = cursor.mogrify("%s", [stored]).decode()
        chosen.append(written)
    table = model._meta.db_table
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(chosen)} FROM {source}"
    )
