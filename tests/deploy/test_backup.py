"""What `deploy/backup.sh` saves is what `deploy/restore.sh` brings back, on either database."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg2
import pytest
from django.conf import settings

from tests.own_database import own_database

pytestmark = pytest.mark.database

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Installation:
    """An installation of its own: an empty database and a folder for files."""

    database_url: str
    data: Path

    def run(self, *command: str, succeeds: bool = True) -> str:
        result = subprocess.run(
            command,
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": self.database_url,
                "DATA_DIR": str(self.data),
                "DEBUG": "true",
                "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert (result.returncode == 0) is succeeds, result.stdout + result.stderr
        return result.stdout.strip() or result.stderr.strip()

    def manage(self, *arguments: str) -> str:
        return self.run(sys.executable, "manage.py", *arguments)

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


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    data = tmp_path / "data"
    (data / "media").mkdir(parents=True)
    (data / "media" / "photo.jpg").write_bytes(b"\xff\xd8 not really")
    if settings.IS_EMBEDDED:
        yield Installation(f"sqlite:///{data / 'annotate.sqlite3'}", data)
        return
    with own_database("backup_probe") as address:
        yield Installation(address, data)


def test_a_backup_brings_people_and_pictures_back(installation: Installation) -> None:
    """Catches a backup that leaves something out, and a restore that adds instead of replacing."""
    installation.manage("migrate", "--verbosity", "0")
    installation.add_person("ada")
    backup = installation.backup()
    installation.add_person("eve")
    (installation.data / "media" / "photo.jpg").unlink()

    installation.run("deploy/restore.sh", "--replace", str(backup))

    assert installation.people() == {"ada"}
    assert (installation.data / "media" / "photo.jpg").read_bytes() == b"\xff\xd8 not really"
    # The schema came back whole: the product finds nothing to migrate.
    installation.manage("migrate", "--check", "--verbosity", "0")


def test_a_restore_never_overwrites_unasked(installation: Installation) -> None:
    """Catches the slip that costs a day's work: restoring into the installation in use."""
    installation.add_person("ada")
    backup = installation.backup()
    installation.add_person("eve")

    answer = installation.run("deploy/restore.sh", str(backup), succeeds=False)

    assert "--replace" in answer
    assert installation.people() == {"ada", "eve"}


def test_a_damaged_backup_is_refused_and_changes_nothing(installation: Installation) -> None:
    """Catches a restore that begins before it knows that it can end."""
    installation.add_person("ada")
    backup = installation.backup()
    (dump,) = backup.glob("database.*")
    dump.write_bytes(dump.read_bytes()[:-100])

    installation.run("deploy/restore.sh", "--replace", str(backup), succeeds=False)

    assert installation.people() == {"ada"}


def test_a_backup_is_for_its_owner_alone(installation: Installation) -> None:
    """Catches names and digests of passwords left readable to everybody on the machine."""
    installation.add_person("ada")
    backup = installation.backup()
    files = [backup, *backup.iterdir()]
    assert len(files) == 5
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []
