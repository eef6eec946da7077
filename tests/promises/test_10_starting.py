"""Promise 10: start-up refuses what it says it refuses, and files are private."""

import os
import secrets
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

GOOD = {"SECRET_KEY": secrets.token_urlsafe(50), "ALLOWED_HOSTS": "annotate.example.org"}
LOAD = [sys.executable, "-c", "import annotate.config.settings"]
REFUSED: dict[str, tuple[dict[str, str | None], str]] = {
    "no key": ({"SECRET_KEY": None}, "SECRET_KEY is not set"),
    "an empty key": ({"SECRET_KEY": ""}, "SECRET_KEY is not set"),
    "a key of one letter": ({"SECRET_KEY": "x"}, "SECRET_KEY can be guessed"),
    "a short key": ({"SECRET_KEY": GOOD["SECRET_KEY"][:49]}, "SECRET_KEY can be guessed"),
    "a key of few letters": ({"SECRET_KEY": "abcde" * 12}, "SECRET_KEY can be guessed"),
    "a key of Django's template": (
        {"SECRET_KEY": f"django-insecure-{GOOD['SECRET_KEY']}"},
        "SECRET_KEY is one that was made for trying out",
    ),
    "no hosts": ({"ALLOWED_HOSTS": None}, "ALLOWED_HOSTS is not set"),
    "empty hosts": ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set"),
    "blank hosts": ({"ALLOWED_HOSTS": " , "}, "ALLOWED_HOSTS is not set"),
    "all hosts": ({"ALLOWED_HOSTS": "annotate.example.org,*"}, "ALLOWED_HOSTS allows every name"),
}


def started(
    folder: Path, command: list[str], changes: Mapping[str, str | None]
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, with these variables and no others of ours."""
    values = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **GOOD, **changes}
    variables = {name: value for name, value in values.items() if value is not None}
    return subprocess.run(
        command, env=variables, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("case", REFUSED)
def test_the_process_does_not_start_with(case: str, tmp_path: Path) -> None:
    changes, words = REFUSED[case]
    process = started(tmp_path, LOAD, changes)
    assert process.returncode != 0
    assert words in process.stderr
    assert not any(tmp_path.iterdir())  # nothing was made before


def test_the_check_before_a_deployment_refuses_the_same(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "check", "--deploy"]
    process = started(tmp_path, command, {"SECRET_KEY": "x", "ALLOWED_HOSTS": None})
    assert process.returncode != 0
    assert "SECRET_KEY can be guessed" in process.stderr


def test_good_settings_are_accepted(tmp_path: Path) -> None:
    assert started(tmp_path, LOAD, {}).returncode == 0


@pytest.mark.parametrize("mode", ["DEBUG", "DEMO"])
def test_whoever_tries_it_out_needs_to_set_nothing(mode: str, tmp_path: Path) -> None:
    changes = {"SECRET_KEY": None, "ALLOWED_HOSTS": None, mode: "true"}
    assert started(tmp_path, LOAD, changes).returncode == 0


def others_may(path: Path) -> list[str]:
    """All below a folder, itself among them, that somebody else could read, write or enter."""
    every = [path, *path.rglob("*")]
    return [str(each) for each in every if stat.S_IMODE(each.lstat().st_mode) & 0o077]


WORK = """
import django, sqlite3
django.setup()
from django.core.management import call_command
from django.core.files.storage import default_storage
from django.core.files.base import ContentFile
from django.db import connection
from annotate.images import storage, intake
from annotate.config import demo
call_command("migrate", "people", verbosity=0)
with connection.cursor() as cursor:
    cursor.execute("PRAGMA journal_mode")
    assert cursor.fetchone() == ("wal",)
import io
from PIL import Image
out = io.BytesIO()
Image.new("RGB", (40, 30)).save(out, "PNG")
data = out.getvalue()
storage.keep(intake.admit(data, max_bytes=10**6, max_pixels=10**6), data)
default_storage.save("a/b.txt", ContentFile(b"x"))
from pathlib import Path
from django.conf import settings
demo._kept_password(Path(settings.DATA_DIR) / "demo.json")
import os
os._exit(0)  # the journal stays, as after a crash
"""


def test_nobody_else_on_the_machine_reads_database_media_or_demo(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    work = [sys.executable, "-c", WORK]
    changes = {"DJANGO_SETTINGS_MODULE": "annotate.config.settings"}
    process = started(folder, work, changes)
    assert process.returncode == 0, process.stderr
    names = {path.name for path in folder.rglob("*")}
    assert {"annotate.sqlite3", "annotate.sqlite3-wal", "demo.json", "original", "b.txt"} <= names
    assert others_may(folder) == []


def test_a_database_that_was_open_to_others_is_closed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    database = elsewhere / "old.sqlite3"
    sqlite3.connect(database).close()
    database.touch()
    database.chmod(0o644)
    folder = tmp_path / "data"
    changes = {"DATABASE_URL": f"sqlite:///{database}"}
    assert started(folder, LOAD, changes).returncode == 0
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_everybody_shares_stays_open(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    assert started(shared, LOAD, {}).returncode == 0
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
