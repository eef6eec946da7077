"""Real workers and a real broker, started by a fault test and killed by it without warning."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tests.race.fleet import address
from tests.waiting import eventually

# A worker that is killed is noticed after so long.
LEASE_SECONDS = "3"


class Broker:
    """A Redis of the test's own, which keeps nothing when it is killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        server = shutil.which("redis-server") or shutil.which("valkey-server")
        assert server, "the step that runs these tests installs Redis"
        self._process = subprocess.Popen(
            [server, "--bind", "127.0.0.1", "--port", str(self._port), "--save", ""],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
        )
        eventually(self._answers, "Redis answers", 20)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(5) == b"+PONG"
        except OSError:
            return False

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class Workers:
    """Celery workers in processes of their own, on the database of this test."""

    def __init__(self, broker: Broker, folder: Path) -> None:
        self._broker = broker
        self._folder = folder
        self._running: list[subprocess.Popen[bytes]] = []
        self._started = 0

    def start(self) -> subprocess.Popen[bytes]:
        self._started += 1
        name = f"worker-{self._started}"
        log = (self._folder / f"{name}.log").open("wb")
        worker = subprocess.Popen(
            [
                *[sys.executable, "-m", "celery", "--app", "tests.faults.app", "--quiet", "worker"],
                *["--pool", "solo", "--beat", "--schedule", str(self._folder / name)],
                *["--hostname", f"{name}@faults", "--loglevel", "warning"],
                *["--without-gossip", "--without-mingle"],
            ],
            env={
                **os.environ,
                "DATABASE_URL": address(),
                "REDIS_URL": self._broker.url,
                "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
                "JOB_LEASE_SECONDS": LEASE_SECONDS,
                "FETCH_PRIVATE_HOSTS": ",".join(settings.FETCH_PRIVATE_HOSTS),
            },
            stdout=log,
            stderr=subprocess.STDOUT,
            # Its clock is a process of its own, which would live on without it.
            start_new_session=True,
        )
        log.close()
        self._running.append(worker)
        return worker

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """End a worker, clock and all, as a power cut would."""
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        self._running.remove(worker)

    def stop(self) -> None:
        """Kill all that still run; none outlives its test."""
        for worker in list(self._running):
            self.kill(worker)

    def logs(self) -> str:
        """Return the ends of all logs, for whoever must find out why a test failed."""
        found = sorted(self._folder.glob("worker-*.log"))
        return "\n".join(f"--- {path.name}\n{path.read_text()[-3000:]}" for path in found)
