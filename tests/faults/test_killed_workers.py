"""Workers are killed in the middle of seeding, of training, and of deciding."""

import pytest

from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import (
    Connection,
    LoopEvent,
    ModelVersion,
    SeededSample,
    SeedingRun,
    Snapshot,
    TrainingRun,
)
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import connections, starting
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.faults.evidence import broken_promises
from tests.faults.processes import Workers, eventually
from tests.seeding.learning import finished, fresh, run_all, set_loop, start, waiting

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


def number_seeded(run: SeedingRun) -> int:
    return run.items.filter(state=SeededSample.State.SEEDED).count()


def ended(run: TrainingRun) -> bool:
    return fresh(run).state not in TrainingRun.UNFINISHED


def test_a_worker_killed_in_seeding_leaves_no_sample_without_or_with_two_seeds(
    connection: Connection, project: Project, people: Cast, workers: Workers
) -> None:
    waiting(project, 40)
    run = starting.start_run(project=project, actor=people.lead)
    victim, _ = workers.start(), workers.start()
    parts = Job.objects.filter(parent=run.job, state="running", done__gte=2)
    eventually(lambda: parts.count() == 2, "both are in the middle of a chunk")
    workers.kill(victim)
    at_the_kill = number_seeded(run)
    eventually(lambda: number_seeded(run) == 40, "all seeds")
    eventually(lambda: not unfinished_seeding(project), "the end of the run")
    assert 4 <= at_the_kill < 40
    assert Job.objects.filter(parent=run.job, attempts__gte=2).exists()
    assert broken_promises(project) == []
    assert Annotation.objects.filter(project=project, origin="model").count() == 40
    assert set(Sample.objects.values_list("state", flat=True)) == {"open"}


def test_a_worker_killed_in_training_is_succeeded_by_one_that_resumes(
    connection: Connection, project: Project, people: Cast, workers: Workers
) -> None:
    finished(project, people.ada, 6)
    set_loop(project, connection, is_on=False)
    run = start(connection, steps=20, seconds=0.2)
    victim = workers.start()
    eventually(run.points.exists, "the first step")
    workers.start()
    eventually(lambda: run.points.filter(step__gte=4).exists(), "some steps")
    workers.kill(victim)
    assert fresh(run).state == "training"
    eventually(lambda: ended(run), "the end of the training")
    done = fresh(run)
    assert (done.state, done.problem) == ("succeeded", "")
    assert done.job is not None
    assert done.job.attempts >= 2
    assert Snapshot.objects.count() == 1
    assert list(run.points.order_by("step").values_list("step", flat=True)) == list(range(1, 21))
    told = LoopEvent.objects.get(verb="version_trained").data
    assert told["facts"]["first_step"] >= 4  # the checkpoint was found
    assert serving(connection) == done.version
    assert broken_promises(project) == []


def test_a_worker_killed_between_training_and_promotion_promotes_once(
    connection: Connection, project: Project, people: Cast, workers: Workers
) -> None:
    waiting(project, 3)
    starting.start_run(project=project, actor=people.lead)
    run_all()
    connections.change(connection=connection, actor=people.lead, settings={"ponders": 0.5})
    finished(project, people.ada, 8)
    set_loop(project, connection, is_on=False)
    run = start(connection, steps=1)
    victim = workers.start()
    eventually(lambda: fresh(run).state == "evaluating", "the figures are being taken")
    workers.kill(victim)
    killed = fresh(run)
    assert (killed.state, serving(connection).label) == ("evaluating", "M1")
    assert killed.version is not None
    assert (killed.version.label, killed.version.state) == ("M2", "trained")
    workers.start()
    eventually(lambda: ended(run), "the end of the training")
    eventually(lambda: not unfinished_seeding(project), "the new seeds")
    assert serving(connection).label == "M2"
    assert ModelVersion.objects.filter(connection=connection).count() == 3
    for verb in ("version_trained", "decided", "promoted", "seeds_refreshed"):
        told = LoopEvent.objects.filter(verb=verb, version=killed.version)
        assert told.count() == 1, verb
    assert broken_promises(project) == []


def unfinished_seeding(project: Project) -> bool:
    return SeedingRun.objects.filter(project=project, job__state__in=["queued", "running"]).exists()
