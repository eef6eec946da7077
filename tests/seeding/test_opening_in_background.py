"""Thousands of samples are opened by a job, each once, and counted where they are."""

from typing import Any

import pytest
from django.db.models import Count

from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.services import unseeded
from annotate.workflow.models import Sample, SampleCounter, Task, Transition
from tests.conftest import Cast, add_samples

NUMBER = 23


def opened(project: Project, owner: User, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Open some samples as if they were many; return what was reported meanwhile."""
    monkeypatch.setattr(unseeded, "AT_ONCE", 5)
    monkeypatch.setattr(unseeded, "PIECE", 4)
    add_samples(project, NUMBER, opened=False)
    job = services.open_without_seeds(project=project, actor=owner)
    assert isinstance(job, Job)
    reported: list[Any] = []

    class Watching:
        def report(self, done: int, total: int, note: Any = None) -> None:
            reported.append((done, total))

    assert unseeded.open_in_background(job.payload, Watching()) == {"opened": NUMBER}  # type: ignore[arg-type]
    return reported


def holds(project: Project) -> None:
    """Each sample is open with one task and one transition, and is counted so."""
    assert Sample.objects.filter(project=project, state=Sample.State.OPEN).count() == NUMBER
    tasks = Task.objects.filter(project=project).values("sample").annotate(number=Count("pk"))
    assert [row["number"] for row in tasks] == [1] * NUMBER
    told = Transition.objects.filter(subject=Transition.Subject.SAMPLE, to_state="open")
    assert told.filter(sample__project=project).count() == NUMBER
    counted = SampleCounter.objects.filter(project=project).values_list("state", "count")
    numbers = {state: 0 for state, _ in counted}
    for state, count in counted:
        numbers[state] += count
    assert {state: number for state, number in numbers.items() if number} == {"open": NUMBER}


@pytest.mark.django_db
def test_all_that_waits_is_opened_and_progress_is_told(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported = opened(project, people.owner, monkeypatch)
    assert reported == [(done, NUMBER) for done in (0, 4, 8, 12, 16, 20, 23)]
    holds(project)


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_threads_open_each_sample_once(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported = opened(project, people.owner, monkeypatch)
    assert reported[-1] == (NUMBER, NUMBER)
    holds(project)
