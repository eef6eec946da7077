"""A training: from what is finished to a measured version, whatever happens on the way."""

from pathlib import Path
from typing import Any

import pytest

from annotate import backends
from annotate.core import errors
from annotate.core.jobs.models import Job
from annotate.images.models import Image
from annotate.learning import artifacts
from annotate.learning.models import TrainingRun
from annotate.learning.services import training, training_job, versions
from annotate.learning.services.training_job import measure
from annotate.projects.models import Project
from annotate.seeding import hooks
from annotate.seeding.models import Connection, ModelVersion, Snapshot
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import connections
from tests.conftest import Cast
from tests.learning.acts import connect, finished, one_text, pupil, run_job, set_loop, start, verbs

__all__ = ["pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


@pytest.fixture
def connection(project: Project, people: Cast, pupil: backends.Backend) -> Connection:
    """A pupil in a project with six finished samples, of which three are held out."""
    one_text(project)
    made = connect(project, people.lead)
    set_loop(project, made, is_on=False)
    finished(project, people.ada, 6)
    return made


def test_a_training_ends_in_a_measured_version(
    connection: Connection, project: Project, models: Path
) -> None:
    run = start(connection, steps=3)
    assert (run.state, run.finished_samples, run.base.label) == ("queued", 6, "M0")
    run = run_job(run)
    assert (run.state, run.problem) == ("succeeded", "")
    version = run.version
    assert version is not None
    assert (version.label, version.source, version.base) == ("M1", "training", run.base)
    assert version.snapshot == run.snapshot
    assert 0 < version.metrics["token_f1"] <= 1
    assert version.metrics["samples"] == Snapshot.objects.get().held_out
    folder = models / version.artifact
    assert version.artifact_sha256 == artifacts.digest(folder)
    assert [path.name for path in folder.iterdir()] == ["weights.json"]
    assert not (folder.parent / "work").exists()
    points = list(run.points.order_by("step").values_list("step", "loss"))
    assert points == [(1, 1.0), (2, 0.5), (3, pytest.approx(1 / 3))]


def test_a_better_version_takes_over_by_the_rule(connection: Connection, project: Project) -> None:
    run = run_job(start(connection))
    assert serving(connection) == run.version
    assert verbs(project)[-4:] == ["training_started", "version_trained", "decided", "promoted"]
    decided = project.loop_events.get(verb="decided").data
    assert decided["promoted"] is True
    assert decided["candidate"] > decided["serving"] == 0
    assert (decided["metric"], decided["serving_version"]) == ("token_f1", "M0")


def test_a_version_that_is_no_better_waits_for_a_lead(connection: Connection) -> None:
    run = run_job(start(connection, mute=True))
    assert run.state == "succeeded"
    assert serving(connection).label == "M0"
    assert run.version is not None
    assert run.version.state == ModelVersion.State.CANDIDATE


def test_both_versions_are_measured_on_the_same_samples(
    connection: Connection, project: Project, people: Cast
) -> None:
    """Catches a new version compared with what the old one did on other, easier samples."""
    first = run_job(start(connection))
    finished(project, people.ada, 6)
    second = run_job(start(connection, mute=True))
    assert first.snapshot != second.snapshot
    compared = second.progress["compared"]
    assert compared["version"] == first.version_id
    assert second.version is not None
    assert compared["metrics"]["samples"] == second.version.metrics["samples"]
    assert compared["metrics"]["samples"] > ModelVersion.objects.get(number=1).metrics["samples"]
    assert compared["metrics"]["token_f1"] > 0.5


def test_a_serving_version_out_of_reach_costs_nobody_the_new_one(
    connection: Connection, people: Cast
) -> None:
    run = start(connection)
    connections.change(connection=connection, actor=people.lead, settings={"fails": True})
    run = run_job(run)
    assert (run.state, run.base.label) == ("succeeded", "M0")
    assert run.progress["compared"]["problem"] == "The pupil does not answer."
    assert serving(connection).label == "M1"
    assert run.version is not None
    assert (run.version.label, run.version.state) == ("M2", "candidate")


def test_only_one_training_of_a_connection_at_a_time(connection: Connection) -> None:
    start(connection)
    with pytest.raises(training.TrainingUnderWay) as refused:
        start(connection)
    assert refused.value.error_code == "training_under_way"
    assert TrainingRun.objects.count() == 1
    assert Job.objects.filter(name="learning.train").count() == 1


@pytest.mark.parametrize(
    ("lessons", "code"),
    [
        ({"problem": "There is no GPU."}, "training_impossible"),
        ({"steps": 0}, "invalid"),
        ({"unheard_of": 1}, "invalid"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_anything_happens(
    connection: Connection, lessons: dict[str, Any], code: str
) -> None:
    with pytest.raises(errors.AppError) as refused:
        start(connection, **lessons)
    assert refused.value.error_code == code
    assert TrainingRun.objects.count() == 0


def test_a_back_end_that_cannot_learn_is_refused(project: Project, people: Cast) -> None:
    connect(project, people.lead)
    classical = Connection.objects.get(project=project, name="classical")
    with pytest.raises(training.CannotLearn):
        start(classical)


def test_nothing_is_trained_on_nothing(project: Project, people: Cast) -> None:
    one_text(project)
    with pytest.raises(training.NothingFinished):
        start(connect(project, people.lead))


def test_without_held_out_samples_a_lead_decides(connection: Connection, project: Project) -> None:
    Image.objects.filter(project=project).update(split="")
    set_loop(project, connection, is_on=False, held_out_share=0)
    run = run_job(start(connection))
    assert run.version is not None
    assert run.version.metrics == {"samples": 0}
    assert run.version.state == ModelVersion.State.CANDIDATE
    assert "no token F1" in project.loop_events.get(verb="decided").data["reason"]


def test_a_version_promoted_meanwhile_is_the_one_to_beat(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a decision by the figures of a version that serves no more."""
    first = run_job(start(connection, mute=True)).version
    assert first is not None
    measured = []

    def promoting(version: ModelVersion, *rest: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        measured.append(version.label)
        figures = measure(version, *rest)
        if version.number == 0:
            versions.promote(first, None)
        return figures

    monkeypatch.setattr(training_job, "measure", promoting)
    ModelVersion.objects.filter(number=1).update(metrics={})
    run = run_job(start(connection))
    assert run.state == "succeeded"
    assert measured == ["M2", "M0", "M1"]
    decided = connection.project.loop_events.filter(verb="decided").order_by("pk")
    assert [event.data["serving_version"] for event in decided] == ["M0", "M1"]


def test_promotion_and_the_end_of_the_run_are_one_act(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a version that serves while its run still thinks it has to decide, or the reverse."""
    faults = [RuntimeError("the worker dies here")]

    def dies_once(served: hooks.Served) -> None:
        if faults:
            raise faults.pop()

    monkeypatch.setattr(hooks.served, "functions", (*hooks.served, dies_once))
    run = run_job(start(connection))
    assert (run.state, serving(connection).label) == ("promoting", "M0")
    assert "decided" not in verbs(connection.project)
    run = run_job(run)
    assert (run.state, serving(connection).label) == ("succeeded", "M1")
    assert verbs(connection.project)[-2:] == ["decided", "promoted"]
