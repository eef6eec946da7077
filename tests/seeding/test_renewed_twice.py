"""Renewing seeds is asked for again, cancelled or taken back: nothing is done twice."""

from typing import Any

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.learning.services import versions
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import ModelVersion, SeedRecord
from annotate.seeding.services import connections
from annotate.workflow.models import Annotation, Sample
from tests.seeding.fakes import TREE, Fake
from tests.seeding.seeding_acts import finish, improve, newest_run, states, texts, whole_of
from tests.seeding.test_refreshing import samples

__all__ = ["samples"]
pytestmark = pytest.mark.django_db


def test_asked_again_nothing_is_started_twice(project: Project, samples: list[Sample]) -> None:
    improve(project)
    run = newest_run(project)
    assert services.refresh(project=project) == run
    finish(run)
    assert services.refresh(project=project) is None
    assert SeedRecord.objects.count() == 12


def test_what_the_run_before_had_not_done_is_done_by_the_new_one(
    project: Project, samples: list[Sample], fake: Fake
) -> None:
    """The second version comes when the first has renewed one of three samples."""
    improve(project)
    first = newest_run(project)

    def dying(image: Any) -> Any:
        if fake.calls == 5:
            raise KeyboardInterrupt
        return [TREE]

    fake.detect = dying
    with pytest.raises(KeyboardInterrupt):
        finish(first)
    fake.detect = lambda image: [TREE]
    fake.caption = lambda image: "M2 wrote this."
    improve(project)
    second = newest_run(project)
    assert second != first
    assert whole_of(first).state == "cancelled"
    assert finish(second) == "succeeded"
    assert states(second) == ["seeded"] * 3
    assert {texts(sample)[-1] for sample in samples} == {"M2 wrote this."}
    job_services.retry(whole_of(first))
    assert finish(first) == "succeeded"
    assert {texts(sample)[-1] for sample in samples} == {"M2 wrote this."}


def test_a_roll_back_puts_the_seeds_of_before_back_and_asks_no_model(
    project: Project, samples: list[Sample], fake: Fake
) -> None:
    improve(project)
    finish(newest_run(project))
    calls = fake.calls
    versions.rollback(connections.named(project, "fake", "detector"), None)
    run = newest_run(project)
    assert finish(run) == "succeeded"
    assert fake.calls == calls
    for sample in samples:
        assert texts(sample) == ["M0 wrote this.", "M1 wrote this.", "M0 wrote this."]
    assert services.refresh(project=project) is None
    # And forward again: still nobody need be asked.
    versions.promote(ModelVersion.objects.get(connection__name="fake", number=1), None)
    finish(newest_run(project))
    assert fake.calls == calls
    assert {texts(sample)[-1] for sample in samples} == {"M1 wrote this."}


def test_a_second_run_by_the_same_versions_writes_nothing_twice(
    project: Project, samples: list[Sample], fake: Fake
) -> None:
    """As if a run had seeded the samples and somebody had lost the rows that say so."""
    run = newest_run(project)
    run.items.update(state="pending")
    Job.objects.filter(parent=run.job).update(state="queued")
    Job.objects.filter(pk=whole_of(run).pk).update(state="running")
    finish(run)
    assert states(run) == ["seeded"] * 3
    assert SeedRecord.objects.count() == Annotation.objects.count() == 6
    assert fake.calls == 3, "what was said before need not be asked again"


def test_a_run_that_is_cancelled_stops_after_the_sub_batch_and_goes_on_when_repeated(
    project: Project, samples: list[Sample], fake: Fake
) -> None:
    improve(project)
    run = newest_run(project)

    def cancelling(image: Any) -> Any:
        job_services.cancel(whole_of(run))
        return [TREE]

    fake.detect = cancelling
    assert finish(run) == "cancelled"
    assert states(run) == ["seeded", "pending", "pending"]
    fake.detect = lambda image: [TREE]
    job_services.retry(whole_of(run))
    assert finish(run) == "succeeded"
    assert states(run) == ["seeded"] * 3
    assert fake.calls == 6
