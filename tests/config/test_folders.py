"""Folders as the broker: whoever looks into them finds whole messages only."""

import json
import os
import threading
import time
from io import TextIOWrapper
from pathlib import Path
from queue import Empty

import pytest
from celery import Celery
from kombu import Connection, Exchange, Queue
from kombu.transport import filesystem

from annotate.config import folders
from annotate.config.celery import app
from tests.waiting import LONGEST, eventually

MESSAGES = 40
QUEUE = "some-queue"


def _connection(folder: Path) -> Connection:
    options = {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": str(folder / "control"),
        "processed_folder": str(folder / "processed"),
        "store_processed": True,
    }
    return Connection("filesystem://", transport_options=options)


def test_the_application_uses_these_folders() -> None:
    assert isinstance(app, Celery)
    with Connection("filesystem://") as connection:
        assert isinstance(connection.transport, folders.Transport)


def test_a_message_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    (tmp_path / "processed").mkdir()
    text = "x" * 1_000_000

    def write() -> None:
        with _connection(tmp_path) as connection, connection.SimpleQueue(QUEUE) as queue:
            for number in range(MESSAGES):
                queue.put({"number": number, "text": text})

    writer = threading.Thread(target=write)
    writer.start()
    seen: set[str] = set()
    is_writing = True
    while is_writing:
        # Asked first: a writer that was done before the look has left everything to be seen.
        is_writing = writer.is_alive()
        for file in tmp_path.glob("*.msg"):
            if file.name not in seen:
                json.loads(file.read_text(encoding="utf-8"))
                seen.add(file.name)
    writer.join()

    assert len(seen) == MESSAGES
    with _connection(tmp_path) as connection, connection.SimpleQueue(QUEUE) as queue:
        numbers = [queue.get(timeout=5).payload["number"] for _ in range(MESSAGES)]
    assert sorted(numbers) == list(range(MESSAGES))


def test_a_message_sent_while_another_thread_binds_its_queue_is_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first start: what one thread is about to write is not taken for written by another."""
    (tmp_path / "processed").mkdir()
    begun, may_go_on = threading.Event(), threading.Event()
    bind = filesystem.Channel._queue_bind

    def binding(channel: filesystem.Channel, *names: str) -> None:
        if threading.current_thread() is slow:
            begun.set()
            may_go_on.wait(LONGEST)
        bind(channel, *names)

    def declare() -> None:
        with _connection(tmp_path) as connection, connection.SimpleQueue(QUEUE):
            pass

    slow = threading.Thread(target=declare)
    monkeypatch.setattr(filesystem.Channel, "_queue_bind", binding)
    slow.start()
    assert begun.wait(LONGEST)
    with _connection(tmp_path) as connection, connection.SimpleQueue(QUEUE) as queue:
        queue.put({"number": 1})
        may_go_on.set()
        slow.join()
        assert queue.get(timeout=5).payload == {"number": 1}


def test_a_table_of_queues_is_whole_as_soon_as_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[object] = []
    lock = filesystem.lock

    def looking(file: TextIOWrapper, flags: int) -> None:
        found.extend(
            json.loads(table.read_text(encoding="utf-8"))
            for table in tmp_path.glob("control/*.exchange")
        )
        lock(file, flags)

    monkeypatch.setattr(filesystem, "lock", looking)
    with _connection(tmp_path) as connection, connection.SimpleQueue(QUEUE) as queue:
        queue.put({"number": 1})
    assert found[0] == []
    assert found[-1] == [[QUEUE, "", QUEUE]]


def test_each_of_many_that_bind_at_once_finds_its_queue_in_the_table(tmp_path: Path) -> None:
    """Eight first starts in one folder: none writes over what another has written."""
    start = threading.Barrier(8)
    names = [f"queue-{each}" for each in range(8)]

    def declare(name: str) -> None:
        with _connection(tmp_path) as connection:
            start.wait(LONGEST)
            Queue(name, Exchange("shared"), routing_key=name).declare(
                channel=connection.default_channel
            )

    threads = [threading.Thread(target=declare, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table = json.loads((tmp_path / "control" / "shared.exchange").read_text(encoding="utf-8"))
    assert sorted(queue for _, _, queue in table) == names


def test_a_worker_at_rest_sees_a_message_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However seldom it looks where nothing changes: the folder itself says that something has."""
    monkeypatch.setattr(folders, "LONGEST_REST", 3600.0)
    (tmp_path / "processed").mkdir()
    seen: list[int] = []

    def wait() -> None:
        with _connection(tmp_path) as connection, connection.SimpleQueue("at-rest") as queue:
            for _ in range(3):
                seen.append(queue.get().payload["number"])

    worker = threading.Thread(target=wait, daemon=True)
    worker.start()
    with _connection(tmp_path) as connection, connection.SimpleQueue("at-rest") as queue:
        for number in range(3):
            queue.put({"number": number})
            eventually(lambda number=number: number in seen, "it was delivered")  # type: ignore[misc]
    worker.join(30)
    assert seen == [0, 1, 2]


def test_a_folder_without_changes_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "processed").mkdir()
    listed: list[object] = []
    list_folder = os.listdir
    monkeypatch.setattr(folders, "LONGEST_REST", 0.2)

    def listing(path: str) -> list[str]:
        # Other libraries of the process list folders of their own.
        if Path(path) == tmp_path:
            listed.append(path)
        return list_folder(path)

    with _connection(tmp_path) as connection, connection.SimpleQueue("unchanged") as queue:
        os.utime(tmp_path, (1000, 1000))
        with pytest.raises(Empty):
            queue.get(timeout=0.5)
        monkeypatch.setattr(os, "listdir", listing)
        with pytest.raises(Empty):
            queue.get(timeout=0.5)
    assert len(listed) <= 5, "once for each rest, not for each look"


def test_looks_are_rare_while_nothing_comes_and_frequent_behind_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look costs a moment of the processor, and somebody's laptop is looked at all day."""
    (tmp_path / "processed").mkdir()
    rests: list[float] = []
    sleep = time.sleep

    def resting(seconds: float) -> None:
        rests.append(seconds)
        sleep(seconds)

    with _connection(tmp_path) as connection, connection.SimpleQueue("calm") as queue:
        monkeypatch.setattr(connection.transport, "polling_interval", 0.01)
        monkeypatch.setattr("annotate.config.folders.time.sleep", resting)
        os.utime(tmp_path, (1000, 1000))
        with pytest.raises(Empty):
            queue.get(timeout=0.2)
        calm = rests.copy()
        queue.put({"number": 1})
        queue.get(timeout=5)
        os.utime(tmp_path, (1000, 1000))
        rests.clear()
        with pytest.raises(Empty):
            queue.get(timeout=0.2)
    assert (min(calm), max(rests)) == (0.05, 0.01)
