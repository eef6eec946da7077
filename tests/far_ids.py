"""Ids that are like no other number, so that where one is found it is no chance."""

from django.db import connection, models


def start_ids_at(model: type[models.Model], number: int) -> None:
    """Let the next row of a table have this id."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s, false)", [table, number]
            )
            return
        cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [number - 1, table])
        if not cursor.rowcount:
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number - 1]
            )
