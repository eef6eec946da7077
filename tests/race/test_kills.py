"""Fifty threads in five processes finish 2,000 tasks, while the processes are being killed."""

import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from annotate.core import clock
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from tests.conftest import NewProject, add_samples
from tests.race import evidence
from tests.race.answers import answer_of
from tests.race.fleet import Ledger, Worker, address

pytestmark = [
    pytest.mark.race,
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]

PROCESSES = 5
THREADS = 10  # in each process
PEOPLE = 40  # fewer than threads: some sit at two windows
SAMPLES = 500
ROUNDS = {"objects": 1, "description": 3}
TASKS = SAMPLES * sum(ROUNDS.values())
KILLS = 8  # spread over the work
LONGEST = 300  # seconds; some 30 on two idle cores


@contextmanager
def working(users: list[int], ledger: Ledger, plan: dict[str, Any]) -> Iterator[list[Worker]]:
    """Start the processes; whatever happens, none outlives the test."""
    shares = [users[place::PROCESSES] for place in range(PROCESSES)]
    workers = [Worker(share, ledger, plan) for share in shares]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.wait()


def make_leases_run_out(number: int, **of: Any) -> None:
    """Let some leases end as if their time had passed."""
    live = Assignment.objects.filter(state=Assignment.State.LIVE, **of).order_by("?")
    keys = list(live.values_list("pk", flat=True)[:number])
    past = clock.now() - timedelta(seconds=1)
    Assignment.objects.filter(pk__in=keys).update(lease_expires_at=past)


def disturb(project: Project, workers: list[Worker], ledger: Ledger, plan: dict[str, Any]) -> int:
    """Kill processes and end leases until every sample is done; return the number of kills."""
    chance, kills, started = random.Random(7), 0, time.monotonic()
    while Sample.objects.filter(project=project).exclude(state=Sample.State.DONE).exists():
        assert time.monotonic() < started + LONGEST, "the work does not come to an end"
        assert not ledger.faults, ledger.faults
        make_leases_run_out(2)
        services.expire_leases()
        if kills < KILLS and len(ledger.acknowledged) > TASKS * (kills + 1) / (KILLS + 2):
            place = chance.randrange(PROCESSES)
            killed = workers[place]
            killed.kill()
            kills += 1
            make_leases_run_out(THREADS, annotator__in=killed.users)
            workers[place] = Worker(killed.users, ledger, plan)
        time.sleep(0.2)
    return kills


@pytest.fixture
def project(new_project: NewProject) -> Project:
    made = new_project(name="Race")
    add_samples(made, SAMPLES)
    return made


@pytest.fixture
def users(project: Project) -> list[int]:
    """One account for each thread; the first ten threads share theirs with the last ten."""
    people = User.objects.bulk_create(User(username=f"racer-{n}") for n in range(PEOPLE))
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=Role.ANNOTATOR) for user in people
    )
    keys = [user.pk for user in people]
    return [keys[place % PEOPLE] for place in range(PROCESSES * THREADS)]


def check_answers(ledger: Ledger) -> None:
    """Every acknowledged answer is there once, word for word.

    One whose lease was lost is kept as the draft; where a person lost the same task at both of
    their windows, the later of the two is.
    """
    submitted = {
        str(row.submit_key): row
        for row in Assignment.objects.exclude(submit_key=None).select_related("answer", "task")
    }
    assert ledger.acknowledged.keys() - submitted.keys() == set(), "lost answers"
    assert submitted.keys() - ledger.acknowledged.keys() == set(), "answers nobody sent"
    for key, row in submitted.items():
        assert row.answer is not None
        assert row.answer.value == answer_of(row.task.stage_key, key)
    assert set(ledger.refused.values()) <= {"lease_lost", "already_submitted", "not_held"}
    lost: dict[int, list[str]] = defaultdict(list)
    for key, code in ledger.refused.items():
        if code == "lease_lost":
            lost[ledger.sent[key][0]].append(key)
    for assignment in Assignment.objects.filter(pk__in=lost).select_related("task"):
        stage_key = assignment.task.stage_key
        assert assignment.draft in [answer_of(stage_key, key) for key in lost[assignment.pk]]


def test_nothing_is_lost_or_doubled_while_processes_are_killed(
    project: Project, users: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {"DATABASE_URL": address(), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    plan = {"project": project.pk, "environment": environment}
    ledger, started = Ledger(), time.monotonic()
    with working(users, ledger, plan) as workers:
        kills = disturb(project, workers, ledger, plan)
        for worker in workers:
            worker.finish()
    seconds = time.monotonic() - started

    assert ledger.faults == []
    assert [key for user in users for key in ledger.unresolved(user)] == []
    assert Task.objects.filter(project=project, state=Task.State.DONE).count() == TASKS
    people = Annotation.objects.filter(project=project, origin=Annotation.Origin.PERSON)
    assert people.count() == len(ledger.acknowledged) == TASKS
    check_answers(ledger)
    assert evidence.double_leases(project) == []
    assert evidence.broken_histories(project) == []
    assert evidence.incomplete_samples(project, ROUNDS) == []
    assert evidence.broken_lineages(project) == []
    assert evidence.figures_that_differ(project) == []
    assert kills == KILLS
    expired = Assignment.objects.filter(project=project, state=Assignment.State.EXPIRED).count()
    with capsys.disabled():
        print(
            f"\n  race: {PROCESSES * THREADS} threads in {PROCESSES} processes, {PEOPLE} people,"
            f" {TASKS} tasks in {seconds:.1f} s ({TASKS / seconds:.0f}/s), {kills} kills;"
            f" {expired} leases lost for good, {ledger.repeated.total()} repeated submissions,"
            f" refused: {dict(Counter(ledger.refused.values()))}; load {os.getloadavg()[0]:.1f}."
            " No double lease, no lost answer, nobody twice on a sample."
        )
