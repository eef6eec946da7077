"""The product as it is deployed, and everybody who speaks to it: a lead and annotators."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import urllib3

from tests.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PASSWORD = "correct-horse-battery"
KEPT = ("PATH", "HOME", "LANG", "DATABASE_URL", "REDIS_URL")


class Refused(RuntimeError):
    """The API said no where the simulation needs a yes."""


class Caller:
    """One person's connection to the API, by token."""

    def __init__(self, url: str, secret: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Token {secret}"}
        self._pool = urllib3.PoolManager(maxsize=1)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call the API and return the JSON it answers with.

        Raises:
            Refused: it answered with an error.
        """
        sent: dict[str, Any] = {} if body is None else {"json": body}
        url = f"{self._url}/api/v1{path}"
        answer = self._pool.request(method, url, headers=self._headers, timeout=120.0, **sent)
        if answer.status >= 400:
            raise Refused(f"{method} {path}: {answer.status} {answer.data[:500]!r}")
        return json.loads(answer.data) if answer.data else None


@dataclass(frozen=True)
class Office:
    """A running installation."""

    url: str
    data: Path
    env: dict[str, str]

    def manage(self, *arguments: str) -> str:
        """Run a management command of this installation and return what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.env, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"manage.py {arguments}: {done.stdout}\n{done.stderr}")
        return done.stdout

    def people(self, usernames: Sequence[str], *, admin: str) -> dict[str, Caller]:
        """Make accounts with tokens, one of them an admin; return everybody's connection."""
        code = (
            "import json; from annotate.people import services as people\n"
            "made = {}\n"
            f"for name in {list(usernames)!r}:\n"
            f"    user = people.create_user(username=name, password={PASSWORD!r},"
            f" display_name=name.title(), is_admin=name == {admin!r})\n"
            "    made[name] = people.create_token(user=user, name='simulation',"
            " expires_in_days=2)[1]\n"
            "print(json.dumps(made))"
        )
        printed = self.manage("shell", "--no-imports", "-c", code).strip().splitlines()[-1]
        return {name: Caller(self.url, secret) for name, secret in json.loads(printed).items()}


@contextmanager
def opened(data: Path, **settings: str) -> Iterator[Office]:
    """Serve an empty installation with one web server and one worker until the block ends."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    env = {
        **kept,
        "SECRET_KEY": "only-for-this-simulation-0123456789-0123456789-01234567",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DATA_DIR": str(data),
        "LOG_LEVEL": "WARNING",
        **settings,
    }
    office = Office(f"http://127.0.0.1:{port}", data, env)
    office.manage("migrate", "--verbosity", "0")
    with (data / "servers.log").open("w") as log:
        children = [
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
            for command in _commands(port)
        ]
        try:
            _wait_until_up(office)
            yield office
        finally:
            for child in children:
                child.send_signal(signal.SIGTERM)
            for child in children:
                child.wait(timeout=60)


def _commands(port: int) -> list[list[str]]:
    web = [
        *["gunicorn", "annotate.config.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "8"],
        *["--worker-class", "annotate.config.web.Worker", "--no-control-socket"],
    ]
    worker = ["celery", "--app", "annotate.config", "--quiet", "worker", "--pool", "solo", "--beat"]
    return [
        [str(BIN / web[0]), *web[1:]],
        [str(BIN / worker[0]), *worker[1:], "--loglevel", "warning"],
    ]


def _wait_until_up(office: Office) -> None:
    def is_up() -> bool:
        with (
            suppress(OSError),
            urllib.request.urlopen(f"{office.url}/healthz", timeout=5) as answer,  # noqa: S310
        ):
            return bool(json.load(answer)["status"] == "ok")
        return False

    eventually(is_up, f"the product is up; see {office.data / 'servers.log'}")
