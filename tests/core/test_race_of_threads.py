"""Several threads at once, outside of a transaction. PostgreSQL only."""

import threading
from collections.abc import Iterator
from contextlib import closing
from contextvars import ContextVar
from typing import Any

import pytest
from django.db import connection

from annotate.core.threads import THREADS, in_threads, read_ahead, thread_number

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
WAIT = 30  # seconds; nobody waits for so long where both are there
told: ContextVar[str] = ContextVar("told", default="")


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return int(pid)


def connected() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


def test_pieces_are_done_at_once_and_told_in_their_order() -> None:
    all_there = threading.Barrier(THREADS)

    def act(number: int) -> int:
        all_there.wait(WAIT)
        return 10 * number

    pieces = range(2 * THREADS)
    assert list(in_threads(act, pieces)) == [10 * number for number in pieces]


def test_each_thread_has_a_number_and_a_connection_that_ends_with_the_act() -> None:
    all_there = threading.Barrier(THREADS)

    def act(_: int) -> tuple[int, int]:
        all_there.wait(WAIT)
        return thread_number(), backend()

    numbers, backends = map(set, zip(*in_threads(act, range(2 * THREADS)), strict=True))
    assert numbers == set(range(1, THREADS + 1))
    assert len(backends) == THREADS
    assert backend() not in backends
    assert not backends & connected()
    assert thread_number() == 0


def test_threads_know_what_their_maker_knows() -> None:
    token = told.set("by whom")
    try:
        assert set(in_threads(lambda _: told.get(), range(2))) == {"by whom"}
    finally:
        told.reset(token)


def test_an_error_comes_at_its_piece_and_nothing_is_begun_after_it() -> None:
    begun: list[int] = []
    backends: set[int] = set()

    def act(number: int) -> int:
        begun.append(number)
        backends.add(backend())
        if number == 1:
            raise LookupError("the second")
        return number

    done: Iterator[Any] = in_threads(act, range(9))
    assert next(done) == 0
    with pytest.raises(LookupError, match="the second"):
        next(done)
    assert set(begun) <= set(range(THREADS + 1))
    assert not backends & connected()


def test_who_stops_in_the_middle_waits_for_what_has_begun() -> None:
    begun: list[int] = []
    ended: list[int] = []
    backends: set[int] = set()

    def act(number: int) -> None:
        begun.append(number)
        backends.add(backend())
        ended.append(number)

    with closing(in_threads(act, range(9))) as done:
        next(done)
    assert sorted(begun) == sorted(ended)
    assert len(begun) < 9
    assert not backends & connected()


def test_the_next_piece_is_read_while_one_is_worked_on() -> None:
    read: list[int] = []
    second_is_read = threading.Event()

    def pieces() -> Iterator[int]:
        for number in range(4):
            read.append(number)
            if number == 1:
                second_is_read.set()
            yield number

    with closing(read_ahead(pieces())) as ahead:
        assert next(ahead) == 0
        assert second_is_read.wait(WAIT)
        assert read == [0, 1], "a long list is not held in memory"
        assert list(ahead) == [1, 2, 3]


def test_what_is_read_ahead_is_looked_up_by_one_connection_that_ends_with_it() -> None:
    backends: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(4):
            backends.append(backend())
            yield number

    assert list(read_ahead(pieces())) == [0, 1, 2, 3]
    assert len(set(backends)) == 1
    assert backend() not in backends
    assert not set(backends) & connected()


def test_an_error_of_reading_ahead_comes_at_its_piece() -> None:
    def pieces() -> Iterator[int]:
        yield 0
        raise LookupError("the second")

    with closing(read_ahead(pieces())) as ahead:
        assert next(ahead) == 0
        with pytest.raises(LookupError, match="the second"):
            next(ahead)
