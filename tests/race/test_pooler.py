"""The product through a real PgBouncer that hands connections on between transactions."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Sample, Task
from tests.conftest import add_samples
from tests.race import evidence
from tests.race.fleet import Ledger, Worker
from tests.race.pooler import pooled
from tests.waiting import LONGEST

pytestmark = [
    pytest.mark.race,
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]

CONNECTIONS = 3
THREADS = 10
ROUNDS = {"objects": 1, "description": 3}


@pytest.fixture
def through() -> Iterator[dict[str, str]]:
    """The variables of a process that reaches the test's database through the pooler."""
    with pooled(CONNECTIONS) as url:
        yield {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}


def checked(variables: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", "check", "--database", "default"]
    return subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )


def test_a_pooler_that_nobody_told_of_is_found_and_one_that_is_told_is_not(
    through: dict[str, str],
) -> None:
    silent = checked(through)
    assert silent.returncode != 0
    assert "config.E001" in silent.stderr
    assert "DATABASE_POOLER" in silent.stderr
    assert checked({**through, "DATABASE_POOLER": "transaction"}).returncode == 0


def test_ten_people_share_three_connections_and_nothing_is_lost_or_doubled(
    project: Project, through: dict[str, str]
) -> None:
    add_samples(project, 20)
    people = User.objects.bulk_create(User(username=f"racer-{n}") for n in range(THREADS))
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=Role.ANNOTATOR) for user in people
    )
    environment = {**through, "DATABASE_POOLER": "transaction"}
    plan: dict[str, Any] = {"project": project.pk, "environment": environment}
    ledger = Ledger()
    workers = [Worker([user.pk for user in people[half::2]], ledger, plan) for half in range(2)]
    until = time.monotonic() + LONGEST
    try:
        while Sample.objects.filter(project=project).exclude(state="done").exists():
            assert time.monotonic() < until, "the work does not come to an end"
            assert ledger.faults == []
            time.sleep(0.1)
        for worker in workers:
            worker.finish()
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.wait()
    assert ledger.faults == []
    done = Task.objects.filter(project=project, state=Task.State.DONE)
    assert done.count() == len(ledger.acknowledged) == 20 * sum(ROUNDS.values())
    assert evidence.double_leases(project) == []
    assert evidence.broken_histories(project) == []
    assert evidence.incomplete_samples(project, ROUNDS) == []
