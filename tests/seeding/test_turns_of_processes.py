"""Limits of a connection hold for all processes together, on every database.

A stand-in server counts. The processes know nothing of each other but the database.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests import tables
from tests.backends.standin.api import StandIn
from tests.backends.standin.serving import serving
from tests.race.fleet import address
from tests.waiting import eventually

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deployed]

AT_ONCE = 3
Environment = dict[str, str]
PLAIN = {"DJANGO_SETTINGS_MODULE": "annotate.config.settings", "DEBUG": "true"}


@pytest.fixture
def standin() -> StandIn:
    return StandIn(seconds=0.15)


@pytest.fixture
def host(standin: StandIn) -> Iterator[str]:
    with serving(standin) as host:
        yield host


@pytest.fixture
def environment(host: str, tmp_path: Path) -> Environment:
    """Of processes that share the test's database; of SQLite a file, since that is in memory."""
    known = {**os.environ, "FETCH_PRIVATE_HOSTS": host, "DATA_DIR": str(tmp_path)}
    known |= PLAIN
    if connection.vendor == "postgresql":
        return {**known, "DATABASE_URL": address()}
    tables.put_tables(tmp_path)
    return {**known, "DATABASE_URL": f"sqlite:///{tmp_path / 'annotate.sqlite3'}"}


def begin(environment: Environment, *words: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.seeding.asking_process", *map(str, words)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def told(process: "subprocess.Popen[str]") -> str:
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return said.strip()


@pytest.mark.long
def test_four_processes_have_no_more_requests_under_way_than_one_may(
    environment: Environment, host: str, standin: StandIn
) -> None:
    """Catches a bound that each process keeps by itself, and one that makes no use of its room."""
    version = told(begin(environment, "make", f"http://{host}/v1", AT_ONCE))
    asking = [begin(environment, "ask", version, 12) for _ in range(4)]
    assert [told(process) for process in asking] == ["12 0"] * 4
    assert len(standin.chats) == 48
    assert standin.most_under_way == AT_ONCE


def test_four_processes_send_no_more_requests_a_minute_than_one_may(
    environment: Environment, host: str, standin: StandIn
) -> None:
    """Catches a pace that each process keeps by itself: the server would refuse the most of it."""
    standin.seconds, standin.per_second = 0.0, 8
    version = told(begin(environment, "make", f"http://{host}/v1", AT_ONCE, 300))
    asking = [begin(environment, "ask", version, 8) for _ in range(4)]
    assert [told(process) for process in asking] == ["8 0"] * 4
    assert len(standin.asked) == len(standin.chats) == 32


def test_the_turns_of_a_killed_process_are_taken_by_others(
    environment: Environment, host: str, standin: StandIn
) -> None:
    """Catches a server that nobody asks any more, since those who did are gone."""
    version = told(begin(environment, "make", f"http://{host}/v1", AT_ONCE))
    standin.seconds = 300
    doomed = begin(environment, "ask", version, 10)
    try:
        eventually(lambda: standin.under_way == AT_ONCE, "all turns are taken")
    finally:
        doomed.send_signal(signal.SIGKILL)
        doomed.communicate()
    standin.seconds = 0.05
    assert told(begin(environment, "ask", version, 5)) == "5 0"
    assert len(standin.chats) == 5
