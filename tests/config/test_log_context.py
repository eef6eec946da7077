"""A worker's log tells which request and which job each line is about."""

from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from celery import Celery
from celery.contrib.testing.worker import start_worker

from annotate.config import log_context
from annotate.config.celery import app as of_the_product
from tests.waiting import eventually

REQUEST = "0123456789abcdef"
# Names of their own: those of the product are in every application of the process.
JOB, SWEEP = "tried.job", "tried.sweep"


@pytest.fixture
def seen() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def app(seen: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """A broker in memory and a worker in a thread, which writes down what its log lines know."""
    monkeypatch.setattr(log_context, "_JOB", JOB)
    app = Celery("log-context", broker="memory://", set_as_current=False)

    def note(*_: Any) -> None:
        seen.append(dict(structlog.contextvars.get_contextvars()))

    for name in (JOB, SWEEP):
        app.task(name=name, shared=False)(note)
    with start_worker(app, perform_ping_check=False, pool="solo"):
        yield app
    # A worker for tests makes its application that of the whole process.
    of_the_product.set_current()
    of_the_product.set_default()


def done(app: Celery, seen: list[dict[str, Any]], name: str, *args: Any) -> dict[str, Any]:
    """Send a task and return what the lines of its log know."""
    number = len(seen)
    app.tasks[name].apply_async(args=args)
    eventually(lambda: len(seen) > number, "the task has run", 10.0)
    return seen[-1]


def test_lines_of_a_job_name_it_and_the_request_that_started_it(
    app: Celery, seen: list[dict[str, Any]]
) -> None:
    with structlog.contextvars.bound_contextvars(request_id=REQUEST):
        known = done(app, seen, JOB, 7)
    assert known == {"request_id": REQUEST, "job_id": 7}


def test_what_the_clock_starts_belongs_to_no_request(
    app: Celery, seen: list[dict[str, Any]]
) -> None:
    assert done(app, seen, SWEEP) == {"task": SWEEP}


def test_the_next_job_knows_nothing_of_the_one_before(
    app: Celery, seen: list[dict[str, Any]]
) -> None:
    with structlog.contextvars.bound_contextvars(request_id=REQUEST):
        done(app, seen, JOB, 7)
    assert done(app, seen, JOB, 8) == {"job_id": 8}


def test_a_message_carries_nothing_where_no_request_is_answered() -> None:
    headers: dict[str, Any] = {}
    log_context.send_the_request(headers)
    assert headers == {}
