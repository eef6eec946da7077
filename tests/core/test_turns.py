"""Those who write to SQLite take turns: nobody who has just written comes before those who wait."""

import fcntl
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db.utils import ConnectionHandler, OperationalError

from annotate.core.sqlite.base import DatabaseWrapper
from annotate.core.sqlite.turns import Turns
from tests.waiting import eventually

# The connections here are their own; none but these may be made without the mark.
pytestmark = pytest.mark.django_db

HOLDER = """
import sys
from annotate.core.sqlite.turns import Turns
turns = Turns(sys.argv[1])
turns.take(5)
print("mine", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "annotate.sqlite3")


def elsewhere(database: str) -> Turns:
    """Another process's turns: by another name of the file it shares no locks of threads."""
    return Turns(database.replace("/annotate", "/./annotate"))


def is_waited_for(database: str) -> bool:
    with open(f"{database}-head", "ab") as head:
        try:
            fcntl.flock(head, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_who_has_just_written_stands_behind_who_waits(database: str) -> None:
    worker, web = Turns(database), elsewhere(database)
    order: list[str] = []

    def write() -> None:
        web.take(10)
        order.append("web")
        web.pass_on()

    worker.take(0)
    waiting = threading.Thread(target=write)
    waiting.start()
    eventually(lambda: is_waited_for(database), "the web server waits")
    worker.pass_on()
    worker.take(10)
    order.append("worker")
    worker.close()
    waiting.join()
    assert order == ["web", "worker"]


@pytest.mark.parametrize("other", [Turns, elsewhere])
def test_who_waits_too_long_is_told_and_may_come_again(database: str, other: "type[Turns]") -> None:
    first, second = Turns(database), other(database)
    first.take(0)
    with pytest.raises(TimeoutError):
        second.take(0)
    first.pass_on()
    second.take(0)
    second.close()
    first.take(0)
    first.close()


def test_the_turn_of_a_process_that_was_killed_goes_on(database: str) -> None:
    command = [sys.executable, "-c", HOLDER, database]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"mine\n"
        mine = Turns(database)
        with pytest.raises(TimeoutError):
            mine.take(0)
        holder.kill()
        holder.wait()
        mine.take(10)
        mine.close()


@pytest.fixture
def connection(database: str) -> Iterator[DatabaseWrapper]:
    options = {"transaction_mode": "IMMEDIATE", "timeout": 0}
    made = ConnectionHandler(
        {"default": {"ENGINE": "annotate.core.sqlite", "NAME": database, "OPTIONS": options}}
    )["default"]
    assert isinstance(made, DatabaseWrapper)
    made.inc_thread_sharing()
    yield made
    made.close()


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_a_transaction_passes_its_turn_on_however_it_ends(
    connection: DatabaseWrapper, database: str, end: str
) -> None:
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    with pytest.raises(TimeoutError):
        Turns(database).take(0)
    getattr(connection, end)()
    after = Turns(database)
    after.take(0)
    after.close()


def test_a_transaction_whose_turn_does_not_come_is_refused_as_locked(
    connection: DatabaseWrapper, database: str
) -> None:
    connection.ensure_connection()
    other = elsewhere(database)
    other.take(0)
    with pytest.raises(OperationalError, match="database is locked"):
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    other.close()
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    connection.rollback()
