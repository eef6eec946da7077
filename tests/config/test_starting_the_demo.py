"""`make demo` and its command: what is up to date is left alone, and nothing else is."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from annotate.config.management.commands import demo

CALLED = "#!/bin/sh\necho {name} $* >> {log}\n"
SOURCES = {
    "requirements/base.txt": "base",
    "requirements/dev.txt": "dev",
    "frontend/package-lock.json": "lock",
    "frontend/index.html": "page",
    "frontend/src/main.ts": "source",
    "annotate/messages/de/core.json": "words",
}
INSTALLED = {
    ".venv/.installed-base.txt": "base",
    "frontend/node_modules/.installed-lock.json": "lock",
    "frontend/dist/index.html": "built",
}


@pytest.fixture
def started(tmp_path: Path) -> Callable[[], list[str]]:
    """Return what runs `make demo` in a copy, all up to date; it tells which programs it called."""
    shutil.copy(settings.BASE_DIR / "Makefile", tmp_path)
    log = tmp_path / "called"
    for number, (path, content) in enumerate({**SOURCES, **INSTALLED}.items()):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
        os.utime(tmp_path / path, (1000 + number, 1000 + number))
    programs = {name: tmp_path / "bin" / name for name in ("npm", "node", "python3")}
    programs["python"] = tmp_path / ".venv" / "bin" / "python"
    for name, program in programs.items():
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(CALLED.format(name=name, log=log))
        program.chmod(0o755)

    def run() -> list[str]:
        log.write_text("")
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        subprocess.run(["make", "demo"], cwd=tmp_path, env={**os.environ, "PATH": path}, check=True)
        return log.read_text().splitlines()

    return run


def test_where_all_is_up_to_date_only_the_demo_is_started(
    started: Callable[[], list[str]],
) -> None:
    assert started() == ["python manage.py demo --port 8000"]


@pytest.mark.parametrize(
    ("changed", "called"),
    [
        ("requirements/base.txt", "python -m pip install"),
        ("frontend/package-lock.json", "npm --prefix frontend ci"),
        ("frontend/src/main.ts", "npm --prefix frontend run --silent build"),
        ("frontend/index.html", "npm --prefix frontend run --silent build"),
        ("annotate/messages/de/core.json", "npm --prefix frontend run --silent build"),
    ],
)
def test_what_has_changed_is_installed_or_built_anew(
    started: Callable[[], list[str]], tmp_path: Path, changed: str, called: str
) -> None:
    (tmp_path / changed).write_text("changed")
    done = started()
    assert any(call.startswith(called) for call in done), done
    assert done[-1] == "python manage.py demo --port 8000"
    assert started() == done[-1:], "and once only"


@pytest.mark.django_db
def test_a_migration_that_the_database_lacks_is_seen() -> None:
    assert not demo.has_migrations_to_apply()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'quality'")
    assert demo.has_migrations_to_apply()
