"""The product served as it is deployed: where it is, its data, and how its servers start."""

import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from tests import tables
from tests.e2e.clerk import Clerk
from tests.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT / "deploy" / "demo" / "photos"
BIN = Path(sys.executable).parent
PASSWORD = "correct-horse-battery"
# With DATABASE_URL and REDIS_URL the same stories run on the servers of a real deployment.
# The browser that drives the pages also prints reports.
Cookies = list[Any]
STOP_SECONDS = 30
KEPT = ("PATH", "HOME", "LANG", "REDIS_URL", "CHROMIUM")


class Served:
    """A running installation."""

    def __init__(self, url: str, data: Path, env: dict[str, str]) -> None:
        self.url = url
        self.data = data
        self.env = env
        # The cookies of who has signed in once: hashing a password takes long, on purpose.
        self.sessions: dict[str, Cookies] = {}

    @cached_property
    def clerk(self) -> Clerk:
        """One process for all commands and looks into the database: each start takes seconds."""
        env = {**self.env, "NEW_USER_PASSWORD": PASSWORD}
        return Clerk(env, folder=ROOT, log=self.data / "clerk.log")

    def manage(self, *arguments: str) -> str:
        """Run a management command of this installation; fail the test if it fails."""
        return str(self.clerk.ask("manage", *arguments))

    def close(self) -> None:
        if "clerk" in self.__dict__:
            self.clerk.close()

    def health(self) -> dict[str, object]:
        with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:  # noqa: S310
            return dict(json.load(answer))

    def wait_until(self, is_up: Callable[["Served"], bool]) -> None:
        """Wait for servers that were just started; fail the test if they do not come up."""

        def ask() -> bool:
            with suppress(OSError):
                return is_up(self)
            return False

        eventually(ask, f"the product is up; see the logs in {self.data}")


def is_healthy(served: Served) -> bool:
    return served.health()["status"] == "ok"


def answers(served: Served) -> bool:
    """Tell whether the web server serves; without a worker it is never quite healthy."""
    return bool(served.health()["status"])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(data: Path, database_url: str = "") -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {
        **kept,
        **({"DATABASE_URL": database_url} if database_url else {}),
        "SECRET_KEY": "only-for-this-test-run-0123456789-0123456789-0123456789",
        # Passkeys need a name: no number has them.
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "DATA_DIR": str(data),
        "PYTHONUNBUFFERED": "1",
    }


def web_server(port: int) -> list[str]:
    return [
        *[str(BIN / "gunicorn"), "annotate.config.wsgi", "--bind", f"127.0.0.1:{port}"],
        *["--threads", "8", "--worker-class", "annotate.config.web.Worker", "--no-control-socket"],
    ]


def worker() -> list[str]:
    return [
        *[str(BIN / "celery"), "--app", "annotate.config", "--quiet", "worker"],
        *["--pool", "solo", "--beat", "--loglevel", "info"],
    ]


def make_tables_once(runs: Path, data: Path, database_url: str) -> None:
    """Make an installation with one admin, lena, as `make_tables` does.

    On SQLite once for all processes of a run.

    Args:
        runs: a folder that all processes of this test run share.
    """
    if database_url:
        make_tables(data, database_url)
        return
    with tables.alone(runs / "empty.lock"):
        template = runs / "empty"
        if not (template / "annotate.sqlite3").exists():
            made = runs / "being-made"
            made.mkdir()
            make_tables(made, "")
            made.rename(template)
    shutil.copy(template / "annotate.sqlite3", data)


def make_tables(data: Path, database_url: str) -> None:
    """Make an installation with one admin, lena.

    Args:
        database_url: of a database that has its tables; empty for one of SQLite, which is made.
    """
    if not database_url:
        tables.put_tables(data)
    served = Served("", data, environment(data, database_url))
    served.manage("add_user", "lena", "--admin", "--name", "Lena")
    served.close()


def start(
    command: list[str], served: Served, log: Path, *, in_own_group: bool = False
) -> subprocess.Popen[bytes]:
    """Start a server of an installation.

    Args:
        in_own_group: so that it can be killed with its children, and Ctrl-C does not reach it.
    """
    with log.open("ab") as file:
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=served.env,
            stdout=file,
            stderr=file,
            start_new_session=in_own_group,
        )


@contextmanager
def running(data: Path, database_url: str, **more: str) -> Iterator[Served]:
    """Serve an installation that has its tables, with one web process and one worker.

    Args:
        more: variables that an operator would set.
    """
    port = free_port()
    served = Served(f"http://127.0.0.1:{port}", data, environment(data, database_url) | more)
    log = data / "servers.log"
    children = [start(command, served, log) for command in (web_server(port), worker())]
    try:
        served.wait_until(is_healthy)
        yield served
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=STOP_SECONDS)
        served.close()
        print(log.read_text()[-4000:])
