"""The product as docker-compose.yml deploys it: web, worker and clock, with their processes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from tests.load.database import Database
from tests.load.processes import processor_seconds
from tests.load.serving import KEY, served

SETTINGS, APPLICATION = "annotate.config.settings", "annotate.config.wsgi:application"
_CELERY = [sys.executable, "-m", "celery", "-A"]
_OTHERS = {
    "worker": [
        *_CELERY,
        "annotate.config",
        "worker",
        "--concurrency",
        os.environ.get("WORKER_PROCESSES", "2"),
    ],
    "clock": [*_CELERY, "annotate.config.clock", "beat", "--pidfile="],
}
_SETTLING = 15  # seconds until worker and clock have started and said so


@dataclass(frozen=True)
class Deployment:
    """Where it answers, and the main processes of its parts; None where they run elsewhere."""

    port: int
    pids: Mapping[str, int | None]

    def processor_seconds(self) -> dict[str, float]:
        """What each part has used so far, its children included."""
        return {name: processor_seconds(pid) or 0.0 for name, pid in self.pids.items()}


@contextmanager
def deployed(database: Database) -> Iterator[Deployment]:
    """Serve the product on a database with everything that belongs to it; Redis by REDIS_URL."""
    with TemporaryDirectory(prefix="annotate-deployed-") as folder, ExitStack() as stack:
        port, web = stack.enter_context(
            served(database.url, settings=SETTINGS, application=APPLICATION)
        )
        pids: dict[str, int | None] = {"web": web}
        for name, command in _OTHERS.items():
            data = Path(folder, name)
            data.mkdir()
            pids[name] = stack.enter_context(_running(command, database, data))
        pids |= {"database": database.postmaster(), "redis": _redis()}
        time.sleep(_SETTLING)
        yield Deployment(port, pids)


@contextmanager
def _running(command: list[str], database: Database, data: Path) -> Iterator[int]:
    environment = {
        **os.environ,
        "DATABASE_URL": database.url,
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "SECRET_KEY": KEY,
    }
    with (data / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield process.pid
        if process.poll() is not None:
            raise RuntimeError(f"It ended:\n{(data / 'log').read_text()}")
    finally:
        process.terminate()
        process.wait(timeout=40)


def _redis() -> int | None:
    """The process of Redis, where it runs on this machine."""
    client = redis.Redis.from_url(os.environ["REDIS_URL"])
    pid = int(client.info("server")["process_id"])
    return pid if Path(f"/proc/{pid}").is_dir() else None
