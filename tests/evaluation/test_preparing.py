"""A study is prepared once, however often it is begun, by however many, and killed wherever."""

from collections.abc import Callable
from typing import Any

import pytest

from annotate.core import errors
from annotate.core.jobs.models import Job
from annotate.evaluation.models import Study, StudyItem
from annotate.evaluation.services import preparing
from annotate.evaluation.services.studies import delete_study
from annotate.images.models import Image
from annotate.messages import Message
from annotate.projects.models import Membership, Project
from annotate.workflow.models import Annotation, Sample, Task
from tests.conftest import Cast, client_of
from tests.evaluation.texts_scene import fresh, make, run_jobs, two_files
from tests.together import together

pytestmark = pytest.mark.django_db


class Quiet:
    """Hears of progress, and ends the run after so many reports as a killed worker would."""

    job_id, scope = 0, ""

    def __init__(self, reports: int | None = None) -> None:
        self._left = reports

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise KeyboardInterrupt

    def renew(self) -> None:
        pass


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "IMAGES_AT_ONCE", 2)


def run(study: Study, reports: int | None = None, **more: Any) -> None:
    preparing.prepare_study({"study_id": study.pk, **more}, Quiet(reports))


def facts(study: Study) -> dict[str, int]:
    """Count all there is of a study."""
    work = fresh(study).work
    return {
        "projects": Project.objects.count(),
        "items": StudyItem.objects.filter(study=study, presentation__isnull=False).count(),
        "images": Image.objects.filter(project=work).count(),
        "samples": Sample.objects.filter(project=work, state=Sample.State.OPEN).count(),
        "texts": Annotation.objects.filter(project=work).count(),
        "tasks": Task.objects.filter(project=work).count(),
        "members": Membership.objects.filter(project=work).count(),
    }


def expected(images: int, per_image: int = 1) -> dict[str, int]:
    number = images * per_image
    return {
        "projects": 2,
        "items": number,
        "images": images,
        "samples": images,
        "texts": number,
        "tasks": number * 3,
        "members": 2,
    }


@pytest.mark.parametrize("design", ["side_by_side.v1", "likert.v1"])
def test_a_run_that_is_killed_goes_on_where_it_stopped(project: Project, design: str) -> None:
    study = make(project, two_files(project, 5), design=design)
    for reports in (0, 1, 1):
        with pytest.raises(KeyboardInterrupt):
            run(study, reports)
        assert fresh(study).state == Study.State.PREPARING
    run(study)
    assert fresh(study).state == Study.State.OPEN
    assert facts(study) == expected(5, 1 if design == "side_by_side.v1" else 2)


def test_the_pairs_stay_as_they_were_drawn(project: Project) -> None:
    """Catches texts that are drawn anew by each run, so that a rater meets another one."""
    study = make(project, two_files(project, 5))
    with pytest.raises(KeyboardInterrupt):
        run(study, 1)
    columns = ("number", "image", "stimuli__position", "stimuli__source", "stimuli__text")
    rows = study.items.order_by("number", "stimuli__position").values_list(*columns)
    drawn = list(rows)
    change_files(project)
    run(study)
    assert list(rows.all()) == drawn
    assert len(drawn) == 10


def change_files(project: Project) -> None:
    for file in project.text_files.all():
        file.texts.update(text="Something else altogether.")


def test_preparing_what_is_prepared_changes_nothing(project: Project) -> None:
    study = make(project, two_files(project, 3))
    run(study)
    before = facts(study)
    run(study)
    assert facts(study) == before == expected(3)


def test_nobody_works_before_all_is_there(people: Cast, project: Project) -> None:
    study = make(project, two_files(project, 5))
    with pytest.raises(KeyboardInterrupt):
        run(study, 2)
    work = fresh(study).work
    assert work is not None
    assert work.state == Project.State.PAUSED
    assert not Task.objects.filter(project=work).exists()


def test_what_cannot_be_prepared_says_why_and_can_be_repeated(
    people: Cast, project: Project
) -> None:
    study = make(project, two_files(project, 2))
    taken = Sample.objects.filter(project=project)
    taken.update(state=Sample.State.WITHDRAWN)
    run_jobs()
    assert fresh(study).state == Study.State.FAILED
    assert "any more" in fresh(study).problem
    taken.update(state=Sample.State.OPEN)
    address = f"/api/v1/projects/{project.pk}"
    assert study.job is not None
    client_of(people.owner).post(f"{address}/jobs/{study.job.pk}/retry")
    run_jobs()
    told = client_of(people.owner).get(f"{address}/studies/{study.pk}").json()
    assert (told["state"], told["problem"]) == ("open", "")


def test_a_job_that_died_is_told_as_a_failure(people: Cast, project: Project) -> None:
    study = make(project, two_files(project, 2))
    error = errors.AppError(Message("study_deleted")).body()["error"]
    assert study.job is not None
    Job.objects.filter(pk=study.job.pk).update(state=Job.State.FAILED, error=error)
    told = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/studies/{study.pk}").json()
    assert (told["state"], told["problem"]) == ("failed", "This study has been deleted.")


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_workers_prepare_a_study_once(people: Cast, project: Project) -> None:
    """Catches a second project, or items, samples and texts that both workers made."""
    study = make(project, two_files(project, 9), raters=[people.ada.pk])

    def working() -> Callable[[], None]:
        return lambda: run(study, raters=[people.ada.pk])

    found = together(working(), working(), working())
    assert not [each for each in found if isinstance(each, errors.AppError)]
    assert facts(study) == {**expected(9), "members": 3}
    assert fresh(study).state == Study.State.OPEN


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_a_study_deleted_while_it_is_prepared_leaves_nothing(
    people: Cast, project: Project
) -> None:
    study = make(project, two_files(project, 9))
    found = together(
        lambda: run(study), lambda: delete_study(study=fresh(study), actor=people.owner)
    )
    faults = [each for each in found if isinstance(each, errors.AppError)]
    assert all(isinstance(each, errors.NotFound) for each in faults), faults
    assert not Study.objects.exists()
    assert list(Project.objects.all()) == [project]
