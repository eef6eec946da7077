"""The database of a measurement: made anew, filled by bulk SQL, and examined afterwards."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg2

from tests.load.processes import parent_of


class Database:
    """One private database on the server that DATABASE_URL names."""

    def __init__(self, server: str, name: str) -> None:
        self.name = name
        self._server = server
        self.url = urlunsplit(urlsplit(server)._replace(path=f"/{name}"))

    def make(self) -> None:
        """Create it, replacing an older one, and migrate it."""
        self.drop()
        self._on_server(f'CREATE DATABASE "{self.name}"')
        environment = {**os.environ, "DATABASE_URL": self.url}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(migrate, check=True, env=environment)

    def drop(self) -> None:
        """Remove it, with whatever is still connected."""
        self._on_server(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')

    def _on_server(self, statement: str) -> None:
        connection = psycopg2.connect(self._server)
        connection.autocommit = True
        connection.cursor().execute(statement)
        connection.close()

    @contextmanager
    def cursor(self) -> Iterator[Any]:
        """One transaction."""
        connection = psycopg2.connect(self.url)
        try:
            with connection, connection.cursor() as cursor:
                yield cursor
        finally:
            connection.close()

    def alone(self, statement: str) -> None:
        """Run a statement that wants no transaction around it."""
        connection = psycopg2.connect(self.url)
        connection.autocommit = True
        connection.cursor().execute(statement)
        connection.close()

    def value(self, query: str, parameters: dict[str, Any] | None = None) -> Any:
        """Return the first column of the first row."""
        with self.cursor() as cursor:
            cursor.execute(query, parameters)
            return cursor.fetchone()[0]

    def postmaster(self) -> int | None:
        """Return the id of the server's main process, where the server runs on this machine."""
        with self.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid(), inet_server_addr()::text")
            backend, address = cursor.fetchone()
            return parent_of(backend) if address in (None, "127.0.0.1/32") else None

    @property
    def may_skip_checks(self) -> bool:
        """Whether our role is a superuser, as it is on a private server."""
        return bool(self.value("SELECT usesuper FROM pg_user WHERE usename = current_user"))
