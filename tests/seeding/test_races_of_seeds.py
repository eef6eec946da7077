"""A claim and a refresh, or two workers, at the same moment. Only PostgreSQL lets them meet."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import SeedRecord
from annotate.seeding.services import chunks
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import Cast
from tests.seeding.fakes import Fake
from tests.seeding.seeding_acts import (
    add_pictures,
    finish,
    improve,
    newest_run,
    seeded,
    states,
    texts,
    use,
)
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def samples(project: Project, fake: Fake) -> list[Sample]:
    """One sample with seeds of the first version."""
    made = add_pictures(project, 1)
    use(project)
    fake.caption = lambda image: "M0 wrote this."
    seeded(project)
    fake.caption = lambda image: "M1 wrote this."
    return made


class Silent:
    """The progress of a chunk that nobody watches."""

    job_id = 0
    scope = ""

    def renew(self) -> None:
        return

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        pass


def in_between(act: Callable[[], Any]) -> Iterator[threading.Thread]:
    """Do something in another connection while this one holds its locks."""

    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(timeout=1)
    yield thread
    thread.join(timeout=20)
    assert not thread.is_alive()


def test_a_claim_that_came_first_keeps_its_seed_and_the_refresh_leaves_it(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    """The refresh meets the row that the claim has locked, waits, and sees the assignment."""
    improve(project)
    run = newest_run(project)
    with transaction.atomic():
        held = workflow.claim(project=project, annotator=people.ada).assignment
        waiting = in_between(lambda: finish(run))
        assert next(waiting).is_alive(), "it waits for the claim"
    list(waiting)
    assert held is not None
    assert states(run) == ["started"]
    assert texts(samples[0]) == ["M0 wrote this."]


def test_a_refresh_that_came_first_is_what_the_claim_starts_from(
    people: Cast, project: Project, samples: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The claim passes the locked row by: it gives nothing now, and afterwards the new seed."""
    improve(project)
    claimed: list[Any] = []
    plain = workflow.open_samples

    def meanwhile(**given: Any) -> int:
        # The last step of keeping: the seeds are written, the rows are locked.
        act = lambda: claimed.append(workflow.claim(project=project, annotator=people.ada))  # noqa: E731
        list(in_between(act))
        return plain(**given)

    monkeypatch.setattr(workflow, "open_samples", meanwhile)
    finish(newest_run(project))
    assert [each.assignment for each in claimed] == [None]
    held = workflow.claim(project=project, annotator=people.ada).assignment
    assert held is not None
    newest = Annotation.objects.filter(stage_key="objects").latest("pk")
    assert (held.base, newest.producer) == (newest, "fake M1")


def test_whichever_is_faster_nobody_s_text_changes_under_their_hands(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    """Three people claim while a worker renews six samples: each starts from the newest seed."""
    add_pictures(project, 5, first=10)
    seeded(project)
    improve(project)
    run = newest_run(project)
    chunk = Job.objects.get(parent=run.job)

    def claiming(user: Any) -> Callable[[], Any]:
        return lambda: workflow.claim(project=project, annotator=user)

    together(
        lambda: chunks.seed_chunk(chunk.payload, Silent()),
        *[claiming(user) for user in (people.ada, people.ben, people.cleo)],
    )
    held = list(Assignment.objects.select_related("base"))
    assert held
    for each in held:
        seeds = Annotation.objects.filter(sample=each.sample_id, stage_key="objects", index=0)
        assert each.base == seeds.latest("pk")
    for item in run.items.all():
        producer = item.sample.annotations.latest("pk").producer
        assert producer == {"started": "fake M0", "seeded": "fake M1"}[item.state]


def test_two_workers_on_one_chunk_seed_nothing_twice(
    project: Project, samples: list[Sample], fake: Fake
) -> None:
    add_pictures(project, 5, first=50)
    improve(project)
    run = newest_run(project)
    chunk = Job.objects.get(parent=run.job)

    def worker() -> None:
        chunks.seed_chunk(chunk.payload, Silent())

    together(worker, worker, worker)
    assert states(run) == ["seeded"] * 6
    assert SeedRecord.objects.filter(run=run).count() == 12
    assert Annotation.objects.count() == 2 + 12


def test_two_leads_who_start_together_start_one_run(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    add_pictures(project, 2, first=90)

    def start() -> Any:
        return services.start_run(project=project, actor=people.owner)

    outcomes = together(start, start)
    assert project.seeding_runs.count() == 2  # and the one of before
    assert sorted(getattr(each, "error_code", "") for each in outcomes) == ["", "run_under_way"]
