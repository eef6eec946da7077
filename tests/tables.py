"""An empty installation's tables: made once for a state of the migrations, and copied from then on.

Making them takes longer than most tests. Every process of a run needs them, and so does whoever
runs a single test again and again. What migrations do is tested where they run: `tests/deploy`.
"""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from tests.own_database import administer, databases, own_database

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "var" / "test-tables"
NAME = "annotate_tables"
# The packages beside ours have migrations as well.
_CARRIED_OUT_BY = [
    ROOT / "annotate" / "core" / "schema_operations.py",
    ROOT / "requirements" / "base.txt",
]


def begin_with_tables(database: Any) -> None:
    """Let the test database of this process begin as a copy; to be called before it is made."""
    if database.vendor == "postgresql":
        database.settings_dict["TEST"]["TEMPLATE"] = template_database()
        return
    path = template_file()
    filled: list[bool] = []

    def fill(connection: Any, **_: object) -> None:
        if connection.vendor == "sqlite" and connection.is_in_memory_db() and not filled:
            filled.append(True)
            with closing(sqlite3.connect(path)) as source:
                source.backup(connection.connection)

    # Whoever sends it keeps no reference, and a function of a function is gone at its end.
    connection_created.connect(fill, weak=False)


def template_file() -> Path:
    """Return a SQLite file that has all tables and nothing else; copy it."""
    path = FOLDER / f"{_state()}.sqlite3"
    with _alone():
        if not path.exists():
            for other in FOLDER.glob("*.sqlite3"):
                other.unlink()
            with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
                made = Path(folder) / "made.sqlite3"
                _migrate(f"sqlite:///{made}")
                with closing(sqlite3.connect(made)) as database:
                    database.execute("PRAGMA journal_mode = DELETE")
                made.rename(path)
    return path


def template_database() -> str:
    """Return the name of a database with all tables on the server of DATABASE_URL; copy it."""
    name = f"{NAME}_{_state()}"
    with _alone():
        known = databases(f"{NAME}_%")
        if name not in known:
            for other in known:
                administer(f"DROP DATABASE {other} WITH (FORCE)")
            administer(f"CREATE DATABASE {NAME}_made")
            _migrate(f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{NAME}_made")
            administer(f"ALTER DATABASE {NAME}_made RENAME TO {name}")
    return name


def put_tables(data: Path) -> None:
    """Give the installation in this folder, which has no database yet, an empty one of SQLite."""
    shutil.copy(template_file(), data / "annotate.sqlite3")


@contextmanager
def own_server_database(purpose: str) -> Iterator[str]:
    """Yield the address of a database with all tables, dropped after; empty without a server."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        yield ""
        return
    with own_database(purpose, template_database()) as address:
        yield address


def _migrate(address: str) -> None:
    with tempfile.TemporaryDirectory() as data:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"],
            cwd=ROOT,
            env={
                **os.environ,
                "DATABASE_URL": address,
                "DATA_DIR": data,
                "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
            },
            check=True,
        )


def _state() -> str:
    """Tell one state of the migrations, and of what carries them out, from another."""
    digest = hashlib.sha256()
    for path in [*sorted((ROOT / "annotate").glob("*/migrations/*.py")), *_CARRIED_OUT_BY]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _alone() -> Iterator[None]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with alone(FOLDER / "lock"):
        yield


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Let only one process of a test run pass at a time."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
