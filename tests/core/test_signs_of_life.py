"""A step that takes longer than a lease keeps the job, as long as nobody cancels it."""

import threading
import time

import pytest

from annotate.core.jobs import beating
from annotate.core.jobs.services import Cancelled


class Listening:
    """Notes each report, and lets the test wait for so many."""

    job_id = 1
    scope = "project/1"

    def __init__(self, *, error: type[Exception] | None = None) -> None:
        self.heard = threading.Semaphore(0)
        self.reports: list[tuple[int, int, str]] = []
        self.error = error

    def report(self, done: int, total: int, message: str = "") -> None:
        self.reports.append((done, total, message))
        self.heard.release()
        if self.error is not None:
            raise self.error

    def wait_for(self, number: int) -> None:
        for _ in range(number):
            assert self.heard.acquire(timeout=10)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beating, "EVERY_SECONDS", 0.01)


def test_a_long_step_is_reported_again_and_again_until_it_is_over() -> None:
    listening = Listening()
    with beating.kept_alive(listening, 3, 9, "a.jpg"):
        listening.wait_for(3)
    number = len(listening.reports)
    assert set(listening.reports) == {(3, 9, "a.jpg")}
    time.sleep(0.05)
    assert len(listening.reports) == number


def test_a_fault_of_the_database_does_not_silence_it() -> None:
    listening = Listening(error=ConnectionError)
    with beating.kept_alive(listening, 0, 1):
        listening.wait_for(3)


def test_nobody_reports_for_a_job_that_was_cancelled() -> None:
    listening = Listening(error=Cancelled)
    with beating.kept_alive(listening, 0, 1):
        listening.wait_for(1)
        assert not listening.heard.acquire(timeout=0.1)


def test_the_error_of_a_step_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError), beating.kept_alive(Listening(), 0, 1):
        raise ZeroDivisionError
