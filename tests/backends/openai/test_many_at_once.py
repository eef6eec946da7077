"""Many questions at once: each is answered in its place, and nobody waits for good."""

import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import pytest

from annotate.backends import BackendError
from annotate.backends.openai.server import Server


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as can be, so that they meet in every order."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def _server(concurrency: int) -> Server:
    return Server(cast(Any, lambda connections: None), "http://model.test", concurrency, 0)


@pytest.mark.parametrize("concurrency", [1, 2, 5])
@pytest.mark.usefixtures("hasty")
def test_however_few_are_asked_at_once_all_are_answered_in_order(concurrency: int) -> None:
    answered: list[list[int | BackendError]] = []

    def ask() -> None:
        for _ in range(40):
            questions = [partial(int, number) for number in range(30)]
            answered.append(_server(concurrency).each(questions, lambda number: 2 * number))

    # A thread that ends with the process: threads that wait for one another never end.
    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(60)
    assert not asking.is_alive(), "questions wait for one another"
    assert answered == [[2 * number for number in range(30)]] * 40


def test_a_question_that_cannot_be_made_ready_stops_no_other() -> None:
    def broken() -> int:
        raise ValueError("no such picture")

    questions: list[Callable[[], int]] = [partial(int, 1), broken, *[partial(int, 3)] * 20]
    first, failed, *others = _server(1).each(questions, lambda number: number)
    assert (first, others) == (1, [3] * 20)
    assert isinstance(failed, BackendError)
