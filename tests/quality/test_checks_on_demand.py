"""Checks that a lead asks for: in parts, of some codes only, and answers drawn by chance."""

import pytest

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.services import jobs
from tests.conftest import Cast
from tests.quality.scene import (
    CANNED,
    answer_all,
    caption_recipe,
    captioned,
    codes_of,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def workers(project: Project) -> list[User]:
    caption_recipe(project)
    return crew(project, 5)


def run_all(job: Job) -> Job:
    for part in Job.objects.filter(parent=job).order_by("pk"):
        job_services.run(part.pk)
    job.refresh_from_db()
    return job


def test_a_stage_is_checked_in_parts(
    project: Project, workers: list[User], people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SAMPLES_PER_PART", 2)
    samples = new_samples(project, 5)
    answer_all(samples, workers[:4])
    odd = [give(sample, workers[4], captioned(CANNED)) for sample in samples]
    job = jobs.start_checks(project=project, actor=people.owner)
    assert job.parts.count() == 3 + 3
    job = run_all(job)
    assert (job.state, job.done, job.total) == ("succeeded", 8, 8)
    assert all(codes_of(answer) >= {"canned_alone", "canned_often"} for answer in odd)
    assert project.audit.filter(verb="quality.checked").exists()


def test_only_the_codes_asked_for_are_looked_for(
    project: Project, workers: list[User], people: Cast
) -> None:
    (sample,) = new_samples(project, 1)
    answer_all([sample], workers[:4])
    odd = give(sample, workers[4], captioned(CANNED))
    run_all(jobs.start_checks(project=project, actor=people.owner, checks=["canned_alone"]))
    assert codes_of(odd) == {"canned_alone"}


def drawn(project: Project) -> set[int]:
    rows = Flag.objects.filter(project=project, code="random_sample")
    return set(rows.values_list("assignment_id", flat=True))


def test_a_random_sample_repeats_from_its_seed_and_grows(
    project: Project, workers: list[User], people: Cast
) -> None:
    answer_all(new_samples(project, 6), workers)

    def draw(count: int, seed: int) -> set[int]:
        Flag.objects.all().delete()
        random = {"count": count, "seed": seed}
        run_all(jobs.start_checks(project=project, actor=people.owner, random=random))
        return drawn(project)

    first = draw(4, seed=7)
    assert len(first) == 4
    assert draw(4, seed=7) == first
    assert draw(8, seed=7) > first
    assert draw(4, seed=8) != first


def test_drawing_answers_runs_no_other_check(
    project: Project, workers: list[User], people: Cast
) -> None:
    (sample,) = new_samples(project, 1)
    give(sample, workers[0], captioned(f"{sentence(1)} ann@example.org"))
    random = {"count": 1, "seed": 1}
    run_all(jobs.start_checks(project=project, actor=people.owner, random=random))
    assert set(Flag.objects.values_list("code", flat=True)) == {"random_sample"}
