"""A whole installation of processes that can be killed one by one, on a disk that can be filled."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from tests.e2e.installation import worker
from tests.load.serving import free_port

SERVICES = Path(__file__).parents[1] / "services"
KEY = "only-for-measuring-0123456789-0123456789-0123456789-0123456789"
DISK_MEGABYTES = 48


class House:
    """Web server, worker, PostgreSQL and Redis, all private and on 127.0.0.1."""

    def __init__(self, folder: Path, data: Path) -> None:
        self.folder, self.data = folder, data
        self.port, self._redis_port = free_port(), free_port()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._ballast = data / "ballast"
        started = self._postgres("start")
        self.server_url = started.strip()
        self.variables = {
            "SECRET_KEY": KEY,
            "ALLOWED_HOSTS": "127.0.0.1,testserver",
            "DATA_DIR": str(data),
            "DATABASE_URL": self.server_url,
            "REDIS_URL": f"redis://127.0.0.1:{self._redis_port}/0",
            "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
            "LOG_LEVEL": "ERROR",
            "WEB_PROCESSES": "2",
        }

    def _postgres(self, act: str) -> str:
        return subprocess.run(
            [SERVICES / "postgres.sh", act, self.folder],
            env={**os.environ, "DURABLE": "1"},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    def start(self, name: str) -> None:
        """Bring a part back."""
        if name == "postgres":
            self._postgres("again")
            return
        with (self.folder / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                self.command(name),
                env={**os.environ, **self.environment(name)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def command(self, name: str) -> list[str]:
        """Return how a part is started."""
        redis = ["redis-server", "--bind", "127.0.0.1", "--port", str(self._redis_port)]
        commands = {
            "redis": [*redis, "--save", "", "--dir", str(self.folder)],
            "worker": worker(),
            "web": [
                *[sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.py"],
                *["--bind", f"127.0.0.1:{self.port}", "annotate.config.wsgi"],
            ],
        }
        return commands[name]

    def environment(self, name: str) -> dict[str, str]:
        """Return what a part is told besides the environment of this process."""
        return self.variables

    def kill(self, name: str) -> None:
        """End a part, children and all, as a power cut would."""
        if name == "postgres":
            self._postgres("stop")
            return
        process = self._running.pop(name, None)
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def kill_web_process(self) -> None:
        """Kill one of the processes that answer requests; gunicorn starts another."""
        parent = self._running["web"].pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)

    def fill_disk(self) -> None:
        with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(64 * 1024))

    def empty_disk(self) -> None:
        self._ballast.unlink()

    def wait_until_it_answers(self) -> None:
        until = time.monotonic() + 120
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5)
                return
            time.sleep(0.2)
        raise RuntimeError(f"It does not come up; see the logs in {self.folder}.")

    def close(self) -> None:
        for name in list(self._running):
            self.kill(name)
        self.kill("postgres")


@contextmanager
def house() -> Iterator[House]:
    """Set an installation up on a disk of its own, small enough to be filled (needs root)."""
    with a_folder() as folder, small_disk(folder / "data", DISK_MEGABYTES) as data:
        made = House(folder, data)
        try:
            yield made
        finally:
            made.close()


@contextmanager
def a_folder() -> Iterator[Path]:
    """Make a folder that PostgreSQL's own user may enter, too."""
    with TemporaryDirectory(prefix="annotate-outages-", dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[Path]:
    """Mount a disk in memory there, small enough to be filled (needs root)."""
    place.mkdir()
    size = f"size={megabytes}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)
