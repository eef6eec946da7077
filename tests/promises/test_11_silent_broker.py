"""Outages: whoever starts a job does not wait for a broker that is gone or says nothing."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core.jobs import sending, services
from annotate.core.jobs.models import Job
from tests.core.stand_ins import Broker

ROOT = Path(__file__).resolve().parents[2]

# In a process of its own: a client of Redis as a web server has it, which counts its tries.
_SEND = """
import json, socket, django
django.setup()
from celery import current_app
from django.conf import settings
tries, genuine = [], socket.socket.connect

def connect(self, address):
    tries.append([list(address), self.gettimeout()])
    return genuine(self, address)

socket.socket.connect = connect
failed = 0
for _ in range(2):
    try:
        current_app.send_task("core.run_job", args=[1], queue="annotate")
    except Exception:
        failed += 1
print(json.dumps({"failed": failed, "tries": tries,
                  "options": settings.CELERY_BROKER_TRANSPORT_OPTIONS}))
"""


@contextmanager
def redis_that(listens: bool) -> Iterator[int]:
    """A port at which nobody listens, or at which nobody ever answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if listens:
            server.listen(16)
        port: int = server.getsockname()[1]
        yield port


def sent_to(port: int, data: Path) -> dict[str, Any]:
    env = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    settings = {
        "DEBUG": "true",
        "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "annotate.config.settings",
    }
    told = subprocess.run(
        [sys.executable, "-c", _SEND],
        cwd=ROOT,
        env={**env, **settings},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        timeout=120,
    )
    return dict(json.loads(told.stdout))


@pytest.mark.parametrize("listens", [False, True], ids=["gone", "silent"])
def test_a_message_is_tried_once_and_for_a_bounded_time(listens: bool, tmp_path: Path) -> None:
    """Left to itself the client tries three times, six seconds in all, or waits for ever."""
    with redis_that(listens) as port:
        told = sent_to(port, tmp_path)
    assert told["failed"] == 2
    assert [address for address, _ in told["tries"]] == [["127.0.0.1", port]] * 2
    limits = told["options"]
    assert {seconds for _, seconds in told["tries"]} == {limits["socket_connect_timeout"]}
    # To connect, and then to be answered.
    assert limits["socket_connect_timeout"] + limits["socket_timeout"] <= 2
    assert limits["max_retries"] == 0


class Counting(Broker):
    tries = 0

    def send_task(
        self,
        name: str,
        args: list[int],
        queue: str,
        countdown: float | None,
        headers: dict[str, str],
    ) -> None:
        self.tries += 1
        super().send_task(name, args, queue, countdown, headers)


@pytest.mark.django_db
def test_a_job_in_many_parts_waits_once_and_not_for_each_of_them(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    broker = Counting()
    monkeypatch.setattr(sending, "current_app", broker)
    for down, tries in ((True, 1), (False, 50)):
        broker.down, broker.tries = down, 0
        with django_capture_on_commit_callbacks(execute=True):
            whole = services.start_in_parts(
                name="quality.check",
                scope="project/1",
                payload={},
                part_name="quality.check_part",
                parts=[{}] * 50,
                total=50,
            )
        assert broker.tries == tries
        # Each of them is stored, and the clock sends it when the broker is back.
        assert Job.objects.filter(parent=whole, state=Job.State.QUEUED).count() == 50
