"""A long act is done by several threads where they do not wait for each other."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from annotate.core.threads import in_threads, read_ahead, thread_number
from annotate.projects.models import Project

pytestmark = pytest.mark.django_db


def test_in_a_transaction_one_thread_does_all_on_the_connection_that_sees_it(
    project: Project,
) -> None:
    def act(number: int) -> tuple[int, int, bool]:
        is_seen = Project.objects.filter(pk=project.pk).exists()
        return number, threading.get_ident(), is_seen

    here = threading.get_ident()
    assert list(in_threads(act, range(3))) == [(number, here, True) for number in range(3)]


def test_pieces_are_asked_for_as_they_are_done() -> None:
    asked: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(9):
            asked.append(number)
            yield number

    done = in_threads(str, pieces())
    assert next(done) == "0"
    assert len(asked) <= 2, "a long list is not held in memory"
    assert connection.in_atomic_block


def test_nothing_is_read_ahead_in_a_transaction() -> None:
    read: list[tuple[int, int]] = []

    def pieces() -> Iterator[int]:
        for number in range(3):
            read.append((threading.get_ident(), thread_number()))
            yield number

    ahead = read_ahead(pieces())
    assert next(ahead) == 0
    assert read == [(threading.get_ident(), 0)]
    assert list(ahead) == [1, 2]
