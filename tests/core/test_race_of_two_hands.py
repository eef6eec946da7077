"""Two hands at once, outside of a transaction. PostgreSQL only."""

import threading
from collections.abc import Iterator
from contextlib import closing
from contextvars import ContextVar
from typing import Any

import pytest
from django.db import connection

from annotate.core.two_hands import by_two

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


def test_two_pieces_are_done_at_once_and_told_in_their_order() -> None:
    both = threading.Barrier(2)

    def act(number: int) -> int:
        both.wait(WAIT)
        return 10 * number

    assert list(by_two(act, range(6))) == [0, 10, 20, 30, 40, 50]


def test_each_hand_has_a_connection_that_ends_with_the_act() -> None:
    both = threading.Barrier(2)

    def act(_: int) -> int:
        both.wait(WAIT)
        return backend()

    hands = set(by_two(act, range(4)))
    assert len(hands) == 2
    assert backend() not in hands
    assert not hands & connected()


def test_hands_know_what_their_maker_knows() -> None:
    token = told.set("by whom")
    try:
        assert set(by_two(lambda _: told.get(), range(2))) == {"by whom"}
    finally:
        told.reset(token)


def test_an_error_comes_at_its_piece_and_nothing_is_begun_after_it() -> None:
    begun: list[int] = []
    hands: set[int] = set()

    def act(number: int) -> int:
        begun.append(number)
        hands.add(backend())
        if number == 1:
            raise LookupError("the second")
        return number

    done: Iterator[Any] = by_two(act, range(9))
    assert next(done) == 0
    with pytest.raises(LookupError, match="the second"):
        next(done)
    assert set(begun) <= {0, 1, 2}
    assert not hands & connected()


def test_who_stops_in_the_middle_waits_for_what_has_begun() -> None:
    begun: list[int] = []
    ended: list[int] = []
    hands: set[int] = set()

    def act(number: int) -> None:
        begun.append(number)
        hands.add(backend())
        ended.append(number)

    with closing(by_two(act, range(9))) as done:
        next(done)
    assert sorted(begun) == sorted(ended)
    assert len(begun) < 9
    assert not hands & connected()
