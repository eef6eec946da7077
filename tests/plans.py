"""What PostgreSQL reads, and by what plans; SQLite tells nothing of it."""

from django.db import connection, models

Model = type[models.Model]


def as_in_a_new_installation(*tables: Model) -> None:
    """Have PostgreSQL plan for tables of which nothing has been counted yet.

    What it knows of the real ones is of rows that tests before have left and taken back: where it
    takes a table for empty, every plan looks alike to it. Temporary ones with the same rows and
    indexes hide them until the transaction ends.
    """
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        for name in (quote(table._meta.db_table) for table in tables):
            cursor.execute(f"CREATE TEMPORARY TABLE {name} (LIKE public.{name} INCLUDING ALL)")
            cursor.execute(f"INSERT INTO pg_temp.{name} SELECT * FROM public.{name}")


def with_their_rows_counted(*tables: Model) -> None:
    """Have PostgreSQL plan for the rows there are now, as it does a minute after they came in."""
    as_in_a_new_installation(*tables)
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"ANALYZE pg_temp.{connection.ops.quote_name(table._meta.db_table)}")


def rows_read(table: str) -> int:
    """How many rows of a table this transaction has read so far."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables"
            " WHERE relid = %s::regclass",
            [table],
        )
        [[number]] = cursor.fetchall()
    return int(number)


def plan_of(part: str) -> str:
    """The plan of the statement that this connection has prepared last with such a text in it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, cardinality(parameter_types) FROM pg_prepared_statements"
            " WHERE statement LIKE %s ORDER BY prepare_time DESC LIMIT 1",
            [f"%{part}%"],
        )
        [[name, number]] = cursor.fetchall()
        values = f"({', '.join(['NULL'] * number)})" if number else ""
        cursor.execute(f"EXPLAIN EXECUTE {name}{values}")
        return "\n".join(line for (line,) in cursor.fetchall())
