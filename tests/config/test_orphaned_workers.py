"""The main process of the web server is killed alone: its workers make room for the next one."""

import http.client
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.installation import BIN
from tests.load.serving import free_port
from tests.waiting import eventually

pytestmark = pytest.mark.deployed

Begin = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def begin(port: int, tmp_path: Path) -> Iterator[Begin]:
    """Start gunicorn as it is deployed, but for workers that may take very long to end."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
        "DEBUG": "true",
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}",
        "WEB_PROCESSES": "2",
        "METRICS_TOKEN": "",
        "BEGUN": str(tmp_path / "begun"),
        "RELEASED": str(tmp_path / "released"),
    }
    command = [str(BIN / "gunicorn"), "--config", "deploy/gunicorn.py"]
    command += ["--graceful-timeout", "3600", "--bind", f"127.0.0.1:{port}"]
    begun: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        with (tmp_path / "web.log").open("ab") as log:
            begun.append(
                subprocess.Popen(
                    [*command, "tests.config.waiting_app:application"],
                    env=environment,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            )
        return begun[-1]

    yield start
    for process in begun:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def parent_at(port: int) -> int | None:
    """The main process whose worker answers, if one does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with suppress(OSError, http.client.HTTPException):
        connection.request("GET", "/who")
        return int(connection.getresponse().read().split()[1])
    return None


def test_orphaned_workers_leave_the_port_at_once_and_end_what_they_have_begun(
    begin: Begin, port: int, tmp_path: Path
) -> None:
    """Catches workers that hold the port for as long as a request takes, with nobody listening."""
    first = begin()
    eventually(lambda: parent_at(port) == first.pid, "the web server answers")
    long = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    long.request("GET", "/long")
    eventually((tmp_path / "begun").exists, "a request is under way")
    first.kill()
    first.wait()
    successors = [begin()]

    def answers() -> bool:
        if successors[-1].poll() is not None:  # a supervisor starts it again
            successors.append(begin())
        return parent_at(port) == successors[-1].pid

    eventually(answers, "the next main process has the port and answers")
    (tmp_path / "released").touch()
    assert long.getresponse().status == 200
