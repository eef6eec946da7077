"""An installation as on several machines: three web servers, four workers, one pooler."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx

from tests.faults.processes import Broker
from tests.load.serving import free_port
from tests.race.one_address import OneAddress, one_address
from tests.race.pooler import pooled
from tests.waiting import eventually

WEB_SERVERS, WORKERS = 3, 4
# To PostgreSQL; the threads of all web servers and the workers are sixteen.
CONNECTIONS = 6
_STOPPING = 60  # seconds


class Server:
    """A web server or a worker: one process with its children, started and ended."""

    def __init__(self, command: list[str], environment: Mapping[str, str], log: Path) -> None:
        self._command, self._environment, self.log = command, environment, log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env={**os.environ, **self._environment},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def end(self) -> None:
        """Ask it to end, as an upgrade does, and wait until it has."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=_STOPPING)

    def kill(self) -> None:
        """Nothing outlives the test."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


class WebServer(Server):
    """One process of gunicorn on a port of its own."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.py"]
        command += ["--bind", f"127.0.0.1:{self.port}", "--log-level", "warning"]
        super().__init__(
            [*command, "annotate.config.wsgi"], environment, folder / f"web-{self.port}.log"
        )

    def wait(self) -> None:
        eventually(self._answers, f"a web server answers; see {self.log}")

    def _answers(self) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False


class ScaledOut:
    """All of it, and the one address under which people reach it."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self.web = [WebServer(environment, folder) for _ in range(WEB_SERVERS)]
        self.workers = [_worker(number, environment, folder) for number in range(WORKERS)]
        self.address: OneAddress

    def restart(self) -> None:
        """One web server after the other: the next one when the last is back."""
        for server in self.web:
            server.end()
            server.start()
            server.wait()

    def logs(self) -> str:
        """The ends of all logs, for whoever must find out why a test failed."""
        every = [server.log for server in (*self.web, *self.workers) if server.log.exists()]
        return "\n".join(f"--- {path.name}\n{path.read_text()[-2000:]}" for path in every)


def _worker(number: int, environment: Mapping[str, str], folder: Path) -> Server:
    name = f"worker-{number}"
    command = [sys.executable, "-m", "celery", "--app", "annotate.config", "--quiet", "worker"]
    command += ["--pool", "solo", "--hostname", f"{name}@race", "--loglevel", "warning"]
    command += ["--without-gossip", "--without-mingle"]
    if number == 0:  # exactly one clock
        command += ["--beat", "--schedule", str(folder / "clock")]
    return Server(command, environment, folder / f"{name}.log")


@contextmanager
def scaled_out(broker: Broker, folder: Path, **more: str) -> Iterator[ScaledOut]:
    """Start it on the database of the test; media lie in the folder of the test run.

    Args:
        more: variables that an operator would set.
    """
    with ExitStack() as stack:
        environment = {
            "DATABASE_URL": stack.enter_context(pooled(CONNECTIONS)),
            "DATABASE_POOLER": "transaction",
            "REDIS_URL": broker.url,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "WEB_PROCESSES": "1",
            "WEB_THREADS": "4",
            "LOG_LEVEL": "WARNING",
            **more,
        }
        made = ScaledOut(environment, folder)
        try:
            for server in (*made.web, *made.workers):
                server.start()
            for web in made.web:
                web.wait()
            made.address = stack.enter_context(one_address([web.port for web in made.web]))
            yield made
        finally:
            for server in (*made.web, *made.workers):
                server.kill()
            # Shown where the test fails.
            print(made.logs())
