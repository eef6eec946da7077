"""An installation of its own for tests of the operator's commands, and what it is filled with."""

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg2

from tests import tables

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Installation:
    """A database and a folder for files."""

    database_url: str
    data: Path

    def run(self, *command: str, succeeds: bool = True, **more: str) -> str:
        """Run a command for this installation; return what it said."""
        result = subprocess.run(
            command,
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": self.database_url,
                "DATA_DIR": str(self.data),
                "DEBUG": "true",
                "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
                **more,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert (result.returncode == 0) is succeeds, result.stdout + result.stderr
        if not succeeds:
            return f"{result.stdout}{result.stderr}".strip()
        return result.stdout.strip() or result.stderr.strip()

    def manage(self, *arguments: str, succeeds: bool = True, **more: str) -> str:
        return self.run(sys.executable, "manage.py", *arguments, succeeds=succeeds, **more)

    def fill(self) -> dict[str, Any]:
        """Have people work in it and freeze a release; return what `contents` returns."""
        if self.database_url.startswith("sqlite"):
            tables.put_tables(self.data)
        return dict(json.loads(self.run(sys.executable, "-m", "tests.deploy.filled", "fill")))

    def contents(self) -> dict[str, Any]:
        """Return rows of each table, digests of releases, and digests of their files as read."""
        return dict(json.loads(self.run(sys.executable, "-m", "tests.deploy.filled", "tell")))

    def backup(self) -> Path:
        return Path(self.run("deploy/backup.sh", str(self.data.parent / "backups")))

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement on the database; return the rows of a SELECT."""
        if self.database_url.startswith("sqlite"):
            connection: Any = sqlite3.connect(self.database_url.removeprefix("sqlite:///"))
        else:
            connection = psycopg2.connect(self.database_url)
        try:
            cursor = connection.cursor()
            cursor.execute(statement)
            rows = cursor.fetchall() if cursor.description else []
            connection.commit()
            return rows
        finally:
            connection.close()

    def add_person(self, name: str) -> None:
        self.execute("CREATE TABLE IF NOT EXISTS person (name text)")
        self.execute(f"INSERT INTO person VALUES ('{name}')")

    def people(self) -> set[str]:
        return {name for (name,) in self.execute("SELECT name FROM person")}


def on_sqlite(data: Path) -> Installation:
    """An installation on the SQLite file in its folder, as `make run` makes it."""
    data.mkdir(parents=True, exist_ok=True)
    return Installation(f"sqlite:///{data / 'annotate.sqlite3'}", data)
