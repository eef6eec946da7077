"""The product as docker-compose.yml deploys it; parts are killed, lines slow, clocks wrong."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import httpx

from tests.load.breaking import House, a_folder, small_disk
from tests.load.processes import shared_memory
from tests.load.serving import free_port

DISK_MEGABYTES = 128
PARTS = ("redis", "worker", "clock", "web")
_FAKETIME = ("/usr/lib/*/faketime/libfaketimeMT.so.1", "/usr/local/lib/faketime/libfaketimeMT.so.1")
# Whose clock is set: beat has nothing to do with leases but to start a sweep.
_OF_OTHER_TIME = ("web", "worker")


def libfaketime() -> str | None:
    """Return the library by which a process's clock is set, where it is installed."""
    found = [path for pattern in _FAKETIME for path in Path("/").glob(pattern.lstrip("/"))]
    return str(found[0]) if found else None


class Installation(House):
    """Web server, worker, clock, PostgreSQL and Redis; the last two are reached over slow lines."""

    def __init__(self, folder: Path, data: Path, models: str) -> None:
        super().__init__(folder, data)
        self.faketime = libfaketime()
        self._time = folder / "time"
        self.set_clock(0)
        ports = {"database": int(self.server_url.rpartition(":")[2].partition("/")[0])}
        ports["broker"] = self._redis_port
        self._lines = {name: free_port() for name in ports}
        self._delays = self._open_lines(ports)
        near = self.server_url.replace(f":{ports['database']}/", f":{self._lines['database']}/")
        # What sets the installation up speaks to the database itself; the parts are told this.
        self._far = {
            "DATABASE_URL": near,
            "REDIS_URL": f"redis://127.0.0.1:{self._lines['broker']}/0",
            "JOB_LEASE_SECONDS": "20",
        }
        self.variables |= {"FETCH_PRIVATE_HOSTS": models, "LOG_LEVEL": "WARNING"}

    def keep_the_time(self) -> None:
        """Start the parts without libfaketime, under which all that waits costs several times as
        much: 200 people wait 240 ms for a claim with it, and 20 without.
        """
        self.faketime = None

    def _open_lines(self, ports: dict[str, int]) -> "subprocess.Popen[str]":
        arguments = [str(port) for name in ports for port in (self._lines[name], ports[name])]
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.campaign.delays", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "open"
        return process

    def delay(self, line: str, milliseconds: int) -> None:
        """Let each packet between the product and `database` or `broker` arrive so much later."""
        assert self._delays.stdin is not None
        self._delays.stdin.write(f"{self._lines[line]} {milliseconds}\n")
        self._delays.stdin.flush()

    def set_clock(self, seconds: int) -> None:
        """Let the clock of web server and worker differ from the real one, from now on."""
        self._time.write_text(f"{seconds:+d}\n")

    def command(self, name: str) -> list[str]:
        celery = ["celery", "-A"]
        modules = {
            "web": [
                *["gunicorn", "--config", "deploy/gunicorn.py"],
                *["--bind", f"127.0.0.1:{self.port}", "annotate.config.wsgi:application"],
            ],
            "worker": [*celery, "annotate.config", "worker", "--concurrency", "2"],
            "clock": [*celery, "annotate.config.clock", "beat", "--pidfile="],
        }
        if name not in modules:
            return super().command(name)
        by = ["-m", "tests.campaign.other_time"] if name in _OF_OTHER_TIME else ["-m"]
        return [sys.executable, *by, *modules[name]]

    def environment(self, name: str) -> dict[str, str]:
        told = {**super().environment(name), **self._far}
        if name in _OF_OTHER_TIME and self.faketime:
            told |= {
                "LD_PRELOAD": self.faketime,
                "FAKETIME_TIMESTAMP_FILE": str(self._time),
                "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "NO_FAKE_STAT": "1",
            }
        if name == "clock":
            (self.folder / "beat").mkdir(exist_ok=True)
            told["DATA_DIR"] = str(self.folder / "beat")
        return told

    def kill_only(self, name: str) -> None:
        """Kill the main process of a part and nothing that it has started."""
        os.kill(self._running[name].pid, signal.SIGKILL)

    def kill_a_child(self, name: str) -> None:
        """Kill one of the processes that a part has started; a part starts another."""
        if children := _children(self._running[name].pid):
            os.kill(children[-1], signal.SIGKILL)

    def _postmaster(self) -> int:
        pid = self.folder / "postgres" / "data" / "postmaster.pid"
        return int(pid.read_text().splitlines()[0])

    def kill_postgres(self) -> None:
        """Kill PostgreSQL with all its processes, without a word."""
        main = self._postmaster()
        for pid in (main, *_children(main)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_a_backend(self) -> None:
        """Kill one session of PostgreSQL: all the others end, too, and it recovers by itself."""
        main = self._postmaster()
        sessions = [pid for pid in _children(main) if "127.0.0.1" in _name(pid)]
        for pid in sessions[:1]:
            os.kill(pid, signal.SIGKILL)

    def keep_running(self, name: str, seconds: float = 240) -> None:
        """Bring a part back as a supervisor does: start it again where it has ended at once."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            process = self._running.get(name)
            if process is None or process.poll() is not None:
                self.start(name)
            if name != "web" or self._answers():
                time.sleep(0.5)
                if self._running[name].poll() is None:
                    return
            time.sleep(0.5)
        raise RuntimeError(f"{name} does not come up; see the logs in {self.folder}.")

    def _answers(self) -> bool:
        with suppress(httpx.HTTPError):
            address = f"http://127.0.0.1:{self.port}/healthz"
            httpx.get(address, timeout=10, trust_env=False)
            return True
        return False

    def ended(self) -> list[str]:
        """Return the parts that have ended and that nobody has killed."""
        return [name for name, each in self._running.items() if each.poll() is not None]

    def memory(self) -> dict[str, float]:
        """MiB of each part, children included, a shared page shared out."""
        pids = {name: each.pid for name, each in self._running.items() if each.poll() is None}
        with suppress(OSError, ValueError, IndexError):
            pids["postgres"] = self._postmaster()
        return {name: round(shared_memory(pid), 1) for name, pid in pids.items()}

    def close(self) -> None:
        super().close()
        self._delays.kill()
        self._delays.wait()


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


@contextmanager
def installed(models: str) -> Iterator[Installation]:
    """Set an installation up, on a disk of its own that can be filled where this is root.

    Args:
        models: the address of the server of models, `host:port`.
    """
    with a_folder() as folder:
        place = folder / "data"
        disk = small_disk(place, DISK_MEGABYTES) if os.geteuid() == 0 else nullcontext(place)
        with disk as data:
            data.mkdir(exist_ok=True)
            made = Installation(folder, data, models)
            try:
                yield made
            finally:
                made.close()
