"""A long act is done by two hands where they do not wait for each other."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from annotate.core.two_hands import by_two
from annotate.projects.models import Project

pytestmark = pytest.mark.django_db


def test_in_a_transaction_one_hand_does_all_on_the_connection_that_sees_it(
    project: Project,
) -> None:
    def act(number: int) -> tuple[int, int, bool]:
        is_seen = Project.objects.filter(pk=project.pk).exists()
        return number, threading.get_ident(), is_seen

    here = threading.get_ident()
    assert list(by_two(act, range(3))) == [(number, here, True) for number in range(3)]


def test_pieces_are_asked_for_as_they_are_done() -> None:
    asked: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(9):
            asked.append(number)
            yield number

    done = by_two(str, pieces())
    assert next(done) == "0"
    assert len(asked) <= 2, "a long list is not held in memory"
    assert connection.in_atomic_block
