"""The web server is renewed while people work: nobody is turned away, nothing is lost.

As a supervisor does it: HUP for other settings, and a second main process beside the first (USR2,
then TERM to the first) for another version of the product.
"""

import http.client
import json
import os
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from annotate.people.services import create_token
from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Cast, NewProject, add_samples
from tests.e2e.installation import BIN
from tests.load.serving import free_port
from tests.race.answers import answer_of
from tests.race.fleet import address
from tests.waiting import eventually

pytestmark = [
    pytest.mark.race,
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]

SAMPLES = 400
WINDOWS = 3  # of each person, each working on its own


class Web:
    """Gunicorn as it is deployed, on the database of this test."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._log = (folder / "web.log").open("ab")
        first = subprocess.Popen(
            [
                # By its own program, as it is deployed: a second main process begins the same way.
                *[str(BIN / "gunicorn"), "--config", "deploy/gunicorn.py"],
                *["--bind", f"127.0.0.1:{self.port}", "annotate.config.wsgi:application"],
            ],
            env={
                **os.environ,
                "DATABASE_URL": address(),
                "DJANGO_SETTINGS_MODULE": "tests.settings",
                # A place for metrics of its own would be no part of this.
                "METRICS_TOKEN": "",
            },
            stdout=self._log,
            stderr=self._log,
        )
        # The main processes, the one that took over last at the end.
        self.mains = [first.pid]
        try:
            eventually(self.answers, "the web server answers")
        except BaseException:
            self.close()
            raise

    def answers(self) -> bool:
        with suppress(OSError):
            return ask(self.port, "GET", "/healthz", "")[0] > 0
        return False

    def close(self) -> None:
        for main in self.mains:
            with suppress(ProcessLookupError):
                os.kill(main, signal.SIGTERM)
            eventually(lambda: is_dead(main), "it ends", 60)  # noqa: B023
        self._log.close()


def is_dead(pid: int) -> bool:
    """Whether a process has ended, also where nobody has waited for it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def ask(port: int, method: str, path: str, secret: str, body: Any = None) -> tuple[int, Any]:
    """Send one request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Host": "localhost", "Connection": "close", "Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Token {secret}"
    try:
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    finally:
        connection.close()


@dataclass
class Seen:
    """What all the windows saw."""

    requests: int = 0
    wrong: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, port: int, path: str, secret: str, body: Any) -> tuple[int, Any]:
        try:
            status, told = ask(port, "POST", path, secret, body)
        except (OSError, http.client.HTTPException, ValueError) as fault:
            status, told = 0, repr(fault)
        with self._lock:
            self.requests += 1
            # Two windows of one person may hold the same task: who is second hears so.
            if status not in (200, 409):
                self.wrong.append(f"{path}: {status} {told}")
        return status, told

    def work(self, port: int, project: int, secret: str) -> None:
        while not self.over.is_set():
            status, told = self.ask(port, f"/api/v1/projects/{project}/claim", secret, {})
            given = told["assignment"] if status == 200 else None
            if given is None:
                time.sleep(0.05)
                continue
            key = str(uuid.uuid4())
            answer = answer_of(given["stage"]["key"], key)
            sent = {"key": key, "answer": answer, "active_seconds": 1}
            status, _ = self.ask(port, f"/api/v1/assignments/{given['id']}/submit", secret, sent)
            if status == 200:
                self.acknowledged.append(key)


@pytest.fixture
def project(new_project: NewProject) -> Project:
    made = new_project()
    add_samples(made, SAMPLES)
    return made


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    made = Web(tmp_path)
    try:
        yield made
    finally:
        made.close()
        print((tmp_path / "web.log").read_text()[-4000:])


@contextmanager
def at_work(web: Web, project: Project, people: Cast) -> Iterator[Seen]:
    """Let three people work at three windows each."""
    secrets = [
        create_token(user=each, name="load", expires_in_days=1)[1]
        for each in (people.ada, people.ben, people.cleo)
    ]
    seen = Seen()
    threads = [
        threading.Thread(target=seen.work, args=(web.port, project.pk, secret))
        for secret in secrets * WINDOWS
    ]
    for thread in threads:
        thread.start()
    try:
        some_work(seen)
        yield seen
        some_work(seen)
    finally:
        seen.over.set()
        for thread in threads:
            thread.join()


def some_work(seen: Seen, number: int = 10) -> None:
    before = len(seen.acknowledged)
    eventually(lambda: seen.wrong or len(seen.acknowledged) >= before + number, "some answers")


def nothing_was_lost(seen: Seen) -> None:
    assert seen.wrong == []
    there = Assignment.objects.filter(state="submitted").values_list("submit_key", flat=True)
    assert set(seen.acknowledged) <= {str(key) for key in there}
    assert len(set(seen.acknowledged)) == len(seen.acknowledged) >= 20


def test_new_processes_take_over_without_a_lost_request(
    web: Web, project: Project, people: Cast
) -> None:
    [main] = web.mains
    with at_work(web, project, people) as seen:
        for _ in range(3):
            before = set(workers(main))
            os.kill(main, signal.SIGHUP)
            eventually(lambda: renewed(main, before), "others work")  # noqa: B023
            some_work(seen)
    nothing_was_lost(seen)


def test_another_version_takes_over_without_a_lost_request(
    web: Web, project: Project, people: Cast
) -> None:
    [first] = web.mains
    with at_work(web, project, people) as seen:
        os.kill(first, signal.SIGUSR2)
        second = eventually(lambda: second_main(first), "a second main process")
        assert second is not None
        web.mains.append(second)
        eventually(lambda: len(workers(second)) >= 2, "it has processes")
        some_work(seen)
        os.kill(first, signal.SIGTERM)
        eventually(lambda: is_dead(first), "the first has ended", 60)
        some_work(seen)
    nothing_was_lost(seen)


def workers(main: int) -> list[int]:
    """What a process has started: the processes of a web server."""
    with suppress(OSError):
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        return [int(each) for each in children]
    return []


def renewed(main: int, before: set[int]) -> bool:
    """Whether all processes are others than before."""
    now = workers(main)
    return len(now) >= len(before) and before.isdisjoint(now)


def second_main(first: int) -> int | None:
    """The child of a main process that has children of its own."""
    ours = [pid for pid in workers(first) if workers(pid)]
    return ours[0] if ours else None
