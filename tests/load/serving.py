"""The product as it is deployed: gunicorn with deploy/gunicorn.py, on a free local port."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

KEY = "only-for-measuring-0123456789-0123456789-0123456789-0123456789"


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    database_url: str, *, settings: str, application: str, data: Path | None = None
) -> Iterator[tuple[int, int]]:
    """Serve a WSGI application; yields its port and the id of its main process.

    Args:
        data: the folder of its files, where there are some already.
    """
    port = free_port()
    with TemporaryDirectory(prefix="annotate-load-") as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": database_url,
            "DJANGO_SETTINGS_MODULE": settings,
            "SECRET_KEY": KEY,
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATA_DIR": str(data or folder),
            "LOG_LEVEL": "WARNING",
        }
        log = Path(folder, "server.log")
        command = [sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.py"]
        command += ["--bind", f"127.0.0.1:{port}", "--log-level", "warning", application]
        with log.open("w") as output:
            server = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
        try:
            _wait_for(server, port, log)
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=40)
            sys.stderr.write(log.read_text())


def _wait_for(server: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    for _ in range(300):
        if server.poll() is not None:
            raise RuntimeError(f"The server ended:\n{log.read_text()}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("The server did not start within 30 seconds.")
