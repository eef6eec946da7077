"""Databases of their own, for tests that serve or restore a whole installation on PostgreSQL."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg2

# The processes of one run share the server.
_PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "alone")


def administer(statement: str) -> None:
    """Run a statement outside any test database."""
    connection = psycopg2.connect(os.environ["DATABASE_URL"])
    try:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(statement)
    finally:
        connection.close()


def databases(pattern: str) -> list[str]:
    """Return the names of the databases on the server that are LIKE this."""
    with (
        closing(psycopg2.connect(os.environ["DATABASE_URL"])) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [pattern])
        return [name for (name,) in cursor.fetchall()]


@contextmanager
def own_database(purpose: str, template: str = "template1") -> Iterator[str]:
    """Make a database on the server of DATABASE_URL; yield its address, drop it after.

    Args:
        template: what it begins as a copy of; left out, it is empty.
    """
    name = f"annotate_{purpose}_{_PROCESS}"
    administer(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    administer(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    finally:
        administer(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
