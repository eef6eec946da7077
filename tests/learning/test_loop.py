"""The loop: each full batch is trained on once, and what follows follows by itself."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext

from annotate import backends
from annotate.learning.models import Loop, TrainingRun
from annotate.learning.services import loop
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import serving
from annotate.workflow import hooks
from tests.conftest import Cast
from tests.learning.acts import (
    connect,
    finished,
    one_text,
    opened,
    pupil,
    run_all,
    set_loop,
    start,
    verbs,
)
from tests.workflow.acts import describe

__all__ = ["pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


@pytest.fixture
def connection(project: Project, people: Cast, pupil: backends.Backend) -> Connection:
    one_text(project)
    return connect(project, people.lead)


def runs(project: Project) -> list[tuple[str, int]]:
    found = TrainingRun.objects.filter(project=project).order_by("pk")
    return list(found.values_list("reason", "finished_samples"))


# --- batches ------------------------------------------------------------------------------------


def test_a_full_batch_starts_one_training(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection)
    finished(project, people.ada, 3)
    assert loop.check(project.pk) is None
    finished(project, people.ada, 1)
    assert loop.check(project.pk) is not None
    assert loop.check(project.pk) is None
    assert runs(project) == [("batch", 4)]
    assert Loop.objects.get().counted == 4


def test_a_batch_that_is_full_during_a_training_is_trained_on_after_it(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection)
    finished(project, people.ada, 4)
    loop.check(project.pk)
    finished(project, people.ada, 5)
    assert loop.check(project.pk) is None
    run_all()
    assert loop.check(project.pk) is not None
    assert runs(project) == [("batch", 4), ("batch", 9)]


def test_a_paused_loop_starts_nothing_and_goes_on_when_it_is_on_again(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection, is_on=False)
    finished(project, people.ada, 5)
    assert loop.check(project.pk) is None
    loop.change(project=project, actor=people.lead, changes={"is_on": True})
    assert loop.check(project.pk) is not None


def test_a_training_that_a_lead_started_counts_as_that_of_the_batch(
    connection: Connection, project: Project, people: Cast
) -> None:
    """Catches a second training on the same samples a moment later."""
    set_loop(project, connection)
    finished(project, people.ada, 5)
    start(connection)
    run_all()
    assert loop.check(project.pk) is None
    finished(project, people.ada, 4)
    assert loop.check(project.pk) is not None


def test_a_failed_training_leaves_the_loop_alive(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection, training={"failure": "No memory."})
    finished(project, people.ada, 4)
    loop.check(project.pk)
    run_all()
    assert TrainingRun.objects.get().state == "failed"
    assert loop.check(project.pk) is None
    set_loop(project, connection, training={})
    finished(project, people.ada, 4)
    loop.check(project.pk)
    run_all()
    assert serving(connection).label == "M1"


def test_what_cannot_be_trained_is_said_once_for_a_batch(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection, training={"problem": "There is no GPU."})
    finished(project, people.ada, 4)
    for _ in range(3):
        assert loop.check(project.pk) is None
    assert verbs(project).count("training_not_started") == 1
    event = project.loop_events.get(verb="training_not_started")
    assert (event.data["problem"], event.data["samples"]) == ("There is no GPU.", 4)
    assert event.data["problem_message"]["params"] == {"text": "There is no GPU."}
    finished(project, people.ada, 4)
    loop.check(project.pk)
    assert verbs(project).count("training_not_started") == 2


def test_the_clock_finds_what_nobody_was_told_of(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection)
    finished(project, people.ada, 4)
    assert loop.sweep() == 1
    assert loop.sweep() == 0


# --- hearing of finished samples ----------------------------------------------------------------


@pytest.mark.parametrize(("is_on", "messages"), [(True, 1), (False, 0)])
def test_a_finished_sample_has_a_worker_look(
    connection: Connection,
    project: Project,
    people: Cast,
    is_on: bool,
    messages: int,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    set_loop(project, connection, is_on=is_on)
    opened(project, 1)
    sent: list[tuple[str, list[int]]] = []
    taken = SimpleNamespace(send_task=lambda name, args: sent.append((name, args)))
    monkeypatch.setattr("annotate.learning.services.loop.current_app", taken)
    with django_capture_on_commit_callbacks() as callbacks:
        describe(project, people.ada, "A tree.")
    for callback in callbacks:
        if "note_finished" in getattr(callback, "__qualname__", ""):
            callback()
    assert sent == [("learning.check_loop", [project.pk])] * messages


def test_hearing_of_a_finished_sample_costs_one_query(
    connection: Connection, project: Project, people: Cast
) -> None:
    [sample] = opened(project, 1)
    loop.note_finished(project, [sample.pk])  # prepared at its first use
    with CaptureQueriesContext(database) as captured:
        loop.note_finished(project, [sample.pk])
    assert len(captured) == 1
    assert loop.note_finished in hooks.finished
