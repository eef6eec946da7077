"""Databases of their own, for tests that serve or restore a whole installation on PostgreSQL."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

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


@contextmanager
def own_database(purpose: str) -> Iterator[str]:
    """Make an empty database on the server of DATABASE_URL; yield its address, drop it after."""
    name = f"annotate_{purpose}_{_PROCESS}"
    administer(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    administer(f"CREATE DATABASE {name}")
    try:
        yield f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{name}"
    finally:
        administer(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
