"""What web, worker and clock of a deployment take of memory and processor while nobody works.

They are started as docker-compose.yml does. Memory is the proportional set size (PSS) from /proc,
in which a page that processes share is counted once over all of them; Linux only.

    python -m tests.load.at_rest --seconds 30
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.load.database import Database
from tests.load.processes import processor_seconds, shared_memory
from tests.load.serving import served

_CELERY = [sys.executable, "-m", "celery", "-A", "annotate.config"]
_OTHERS = {
    "worker": [*_CELERY, "worker", "--concurrency", os.environ.get("WORKER_PROCESSES", "2")],
    "clock": [*_CELERY, "beat", "--pidfile="],
}
_SETTLING = 20  # seconds until everything has started and said so


@contextmanager
def _running(command: list[str], data: Path) -> Iterator[int]:
    environment = {**os.environ, "DATA_DIR": str(data)}
    with (data / "log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        yield process.pid
        if process.poll() is not None:
            raise RuntimeError(f"It ended:\n{(data / 'log').read_text()}")
    finally:
        process.terminate()
        process.wait(timeout=40)


def measured(database: Database, seconds: float) -> dict[str, dict[str, float]]:
    """By process: MiB of memory, and per cent of one core while `seconds` pass."""
    with TemporaryDirectory(prefix="annotate-rest-") as folder, ExitStack() as stack:
        web = served(
            database.url,
            settings="annotate.config.settings",
            application="annotate.config.wsgi",
        )
        _, pid = stack.enter_context(web)
        pids = {"web": pid}
        for name, command in _OTHERS.items():
            data = Path(folder, name)
            data.mkdir()
            pids[name] = stack.enter_context(_running(command, data))
        time.sleep(_SETTLING)
        before = {name: processor_seconds(pid) or 0.0 for name, pid in pids.items()}
        time.sleep(seconds)
        return {
            name: {
                "mib": round(shared_memory(pid)),
                "core_percent": round(
                    100 * ((processor_seconds(pid) or 0.0) - before[name]) / seconds, 2
                ),
            }
            for name, pid in pids.items()
        }


def main() -> int:
    """Print a line for each process, and all of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    chosen = parser.parse_args()
    database = Database(os.environ["DATABASE_URL"], "annotate_rest")
    os.environ["DATABASE_URL"] = database.url
    os.environ.setdefault(
        "SECRET_KEY", "only-for-measuring-0123456789-0123456789-0123456789-0123456789"
    )
    database.make()
    try:
        found = measured(database, chosen.seconds)
    finally:
        database.drop()
    for name, figures in found.items():
        print(f"{name:8} {figures['mib']:6.0f} MiB {figures['core_percent']:6.2f} % of a core")
    print(f"together {sum(figures['mib'] for figures in found.values()):6.0f} MiB")
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
