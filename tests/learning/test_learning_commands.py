"""The loop and trainings from the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotate import backends
from annotate.learning.models import Loop, TrainingRun
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import serving
from tests.conftest import Cast
from tests.learning.acts import connect, finished, one_text, pupil

__all__ = ["pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


@pytest.fixture
def connection(project: Project, people: Cast, pupil: backends.Backend) -> Connection:
    one_text(project)
    made = connect(project, people.lead)
    finished(project, people.ada, 6)
    return made


def said(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_training_is_done_here_and_now(connection: Connection, project: Project) -> None:
    rules = (
        "--set",
        "metric=token_f1",
        "--set",
        "held_out_share=0.5",
        "--set",
        "fewest_held_out=1",
    )
    said("loop", str(project.pk), "set", "--connection", "pupil", *rules)
    out = said("train", project.name, "pupil", "--set", "steps=2")
    assert out.startswith("M1 is trained, and serving.")
    assert "token_f1" in out
    assert serving(connection).label == "M1"
    assert TrainingRun.objects.get().settings["steps"] == 2


def test_a_training_is_left_to_a_worker(connection: Connection, project: Project) -> None:
    out = said("train", str(project.pk), "pupil", "--queue")
    assert "waits for a worker" in out
    assert TrainingRun.objects.get().state == "queued"


def test_a_training_that_fails_says_why(connection: Connection, project: Project) -> None:
    with pytest.raises(CommandError, match="The disk is full"):
        said("train", str(project.pk), "pupil", "--set", "failure=The disk is full.")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("train", "{project}", "nobody"), "no connection called 'nobody'"),
        (("train", "{project}", "classical"), "cannot be trained"),
        (("train", "{project}", "pupil", "--set", "steps=0"), "settings.steps"),
        (("loop", "{project}", "on"), "Choose what is to learn first"),
        (("loop", "{project}", "set", "--set", "luck=1"), "no setting 'luck'"),
        (("loop", "{project}", "set", "--set", "batch_size=0"), "whole number from 1"),
        (("loop", "{project}", "set", "--set", "margin=many"), "margin is a number"),
        (("loop", "{project}", "--connection", "pupil"), "say on, off or set"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    connection: Connection, project: Project, arguments: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(CommandError, match=problem):
        said(*[each.format(project=project.pk) for each in arguments])
    assert not Loop.objects.filter(is_on=True).exists()


def test_the_loop_is_turned_on_shown_and_turned_off(
    connection: Connection, project: Project
) -> None:
    said("loop", str(project.pk), "on", "--connection", "pupil", "--training", "steps=7")
    loop = Loop.objects.get()
    assert (loop.is_on, loop.connection, loop.training) == (True, connection, {"steps": 7})
    out = said("loop", str(project.pk))
    assert "state: collecting" in out
    assert "next_at: 1000" in out
    assert "the model that learns, whether it is on, what the trainer is told." in out
    said("loop", str(project.pk), "off")
    assert not Loop.objects.get().is_on
