"""Workers are killed in the middle of seeding, of training, and of deciding."""

import threading

import pytest
from django.db import connection as database
from django.db import transaction

from annotate.core.jobs.models import Job
from annotate.learning.models import LoopEvent, TrainingRun
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion, SeededSample, SeedingRun, Snapshot
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import connections, starting
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast
from tests.faults.evidence import broken_promises
from tests.faults.processes import Workers
from tests.learning.acts import finished, fresh, run_all, set_loop, start, waiting
from tests.waiting import LONGEST, eventually

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


def test_a_worker_killed_in_the_act_of_promoting_has_promoted_nothing(
    connection: Connection, project: Project, people: Cast, workers: Workers
) -> None:
    """It waits for the connection's row, which another session holds, when it is killed."""
    finished(project, people.ada, 8)
    connections.change(connection=connection, actor=people.lead, settings={"ponders": 0.5})
    set_loop(project, connection, is_on=False)
    run = start(connection, steps=1)
    victim = workers.start()
    measured = ModelVersion.objects.filter(connection=connection, state="candidate")
    eventually(measured.exists, "the new version is measured, and now the one that serves")
    with Held(connection):
        eventually(somebody_waits, "it promotes", 30)
        assert fresh(run).state == "promoting"
        workers.kill(victim)
    eventually(lambda: not somebody_waits(), "its session has ended")
    assert (fresh(run).state, serving(connection).label) == ("promoting", "M1")
    workers.start()
    eventually(lambda: ended(run), "the end of the training")
    assert (fresh(run).state, serving(connection).label) == ("succeeded", "M2")
    for verb in ("decided", "promoted"):
        assert LoopEvent.objects.filter(verb=verb, version=measured_of(run)).count() == 1
    assert broken_promises(project) == []


def measured_of(run: TrainingRun) -> ModelVersion | None:
    return fresh(run).version


class Held:
    """Keeps a connection's row locked from another session, as a request of a lead would."""

    def __init__(self, connection: Connection) -> None:
        self._pk = connection.pk
        self._locked, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def _hold(self) -> None:
        try:
            with transaction.atomic():
                Connection.objects.select_for_update().get(pk=self._pk)
                self._locked.set()
                self._over.wait(LONGEST)
        finally:
            database.close()

    def __enter__(self) -> None:
        self._thread.start()
        assert self._locked.wait(10)

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def somebody_waits() -> bool:
    """Whether some session of this database waits for a lock."""
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def unfinished_seeding(project: Project) -> bool:
    return SeedingRun.objects.filter(project=project, job__state__in=["queued", "running"]).exists()
