"""Which versions a run seeds by, and which samples are in it, whatever changes while it begins."""

from typing import Any

import pytest

from annotate.backends import Availability
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import ModelVersion, SeededSample, SeedingRun, SeedRecord
from annotate.seeding.services import arms
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.seeding.fakes import Fake, FakeDetector
from tests.seeding.seeding_acts import add_pictures, finish, improve, newest_run, use
from tests.seeding.test_refreshing import samples

__all__ = ["samples"]
pytestmark = pytest.mark.django_db


def test_a_run_keeps_the_versions_that_served_when_it_began(
    project: Project, samples: list[Sample]
) -> None:
    version = improve(project)
    run = newest_run(project)
    ModelVersion.objects.filter(pk=version.pk).update(state="retired")
    finish(run)
    made = SeedRecord.objects.filter(run=run)
    assert {each.version for each in made} == {version}
    assert {each.made_by for each in made} == {str(version.pk)}
    assert (
        SeedingRun.objects.get(pk=run.pk).items.filter(state=SeededSample.State.SEEDED).count() == 3
    )


def test_a_run_takes_the_version_that_was_promoted_while_servers_were_asked(
    project: Project, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promotion finds nothing to renew; samples come before the run that was being started."""
    use(project)
    promoted: list[ModelVersion] = []

    def health(self: FakeDetector) -> Availability:
        if not promoted:
            promoted.append(improve(project))
            add_pictures(project, 2)
        return Availability(available=True)

    monkeypatch.setattr(FakeDetector, "health", health)
    run = services.start_run(project=project, actor=None)
    assert [run.detector_version, run.captioner_version] == promoted * 2


def test_a_sample_that_is_opened_while_a_run_is_started_is_in_it_once(
    project: Project, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(project)
    [sample] = add_pictures(project, 1)
    draw = arms.draw_for

    def meanwhile(*args: Any) -> None:
        draw(*args)
        workflow.open_samples(project=project, samples=[sample])

    monkeypatch.setattr(arms, "draw_for", meanwhile)
    run = services.start_run(project=project, actor=None, over=SeedingRun.Over.UNSTARTED)
    assert [item.sample for item in run.items.all()] == [sample]
