"""Checks after submissions and on demand: soon, once, resumable, and never in anybody's way."""

import threading
from datetime import timedelta

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core import clock
from annotate.core.jobs import sending
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Flag, PendingCheck
from annotate.quality.services import jobs, new_work
from annotate.quality.services import people as people_checks
from annotate.quality.services.jobs import change_settings
from annotate.workflow import services
from annotate.workflow.models import Assignment, DailyStats
from tests.conftest import Cast
from tests.core.stand_ins import Broker
from tests.quality.scene import (
    STAGE,
    answer_all,
    caption_recipe,
    captioned,
    codes_of,
    crew,
    give,
    new_samples,
)
from tests.workflow.acts import claim, submit

pytestmark = pytest.mark.django_db
Captured = DjangoCaptureOnCommitCallbacks


@pytest.fixture
def workers(project: Project) -> list[User]:
    caption_recipe(project)
    return crew(project, 5)


def note(*assignments: Assignment) -> None:
    new_work.note_submitted(assignments[0].project, assignments)


def checks(project: Project) -> list[Job]:
    return list(Job.objects.filter(scope=project.scope, name=new_work.NEW).order_by("pk"))


def test_a_submission_is_checked_without_anybody_asking(
    project: Project, workers: list[User], django_capture_on_commit_callbacks: Captured
) -> None:
    new_samples(project, 1)
    held = claim(project, workers[0])
    with django_capture_on_commit_callbacks(execute=True):
        submit(held, captioned("A KITE AND A DOG AND A BOAT AND A TREE"), seconds=1)
    (job,) = checks(project)
    job_services.run(job.pk)
    held.refresh_from_db()
    assert codes_of(held) == {"capitals"}
    assert not PendingCheck.objects.exists()


def test_many_submissions_wait_for_one_job(
    project: Project, workers: list[User], django_capture_on_commit_callbacks: Captured
) -> None:
    made = answer_all(new_samples(project, 2), workers)
    for answer in made:
        with django_capture_on_commit_callbacks(execute=True):
            note(answer)
    assert len(checks(project)) == 1
    assert PendingCheck.objects.count() == 10


def test_answers_of_who_is_not_new_wait_to_be_checked_together(
    project: Project,
    workers: list[User],
    people: Cast,
    django_capture_on_commit_callbacks: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change_settings(project=project, actor=people.owner, changes={"new_below": 0})
    woken: list[int] = []
    monkeypatch.setattr(job_services, "send", lambda job, **_: woken.append(job.pk))
    for answer in answer_all(new_samples(project, 2), workers):
        with django_capture_on_commit_callbacks(execute=True):
            note(answer)
    [job] = checks(project)
    assert woken == []
    Job.objects.update(queued_at=clock.now() - job_services.REQUEUE_AFTER - timedelta(seconds=1))
    job_services.requeue_stale()
    assert woken == [job.pk]


def test_what_newcomers_hand_in_within_seconds_is_one_check(
    project: Project,
    workers: list[User],
    django_capture_on_commit_callbacks: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A worker is woken once, and before anybody could finish the next task."""
    broker = Broker()
    monkeypatch.setattr(sending, "current_app", broker)
    made = answer_all(new_samples(project, 2), workers)
    for answer in made:
        with django_capture_on_commit_callbacks(execute=True):
            note(answer)
    [job] = checks(project)
    assert broker.sent == [job.pk]
    assert broker.countdowns == [5.0]
    job_services.run(job.pk)
    assert not PendingCheck.objects.exists()


def test_who_is_new_is_checked_soon_though_others_wait(
    project: Project, workers: list[User], django_capture_on_commit_callbacks: Captured
) -> None:
    first, second = answer_all(new_samples(project, 1), workers[:2])
    DailyStats.objects.create(
        project=project,
        annotator=workers[0],
        stage_key=STAGE,
        index=1,
        day=clock.now().date(),
        submissions=1_000,
        last_at=clock.now(),
    )
    for answer in (first, second):
        with django_capture_on_commit_callbacks(execute=True):
            note(answer)
    assert [job.payload["soon"] for job in checks(project)] == [False, True]
    job_services.run(checks(project)[1].pk)
    assert not PendingCheck.objects.exists()


def test_what_comes_while_a_check_runs_gets_the_next_one(
    project: Project, workers: list[User], django_capture_on_commit_callbacks: Captured
) -> None:
    first, second = answer_all(new_samples(project, 1), workers[:2])
    with django_capture_on_commit_callbacks(execute=True):
        note(first)
    Job.objects.filter(name=new_work.NEW).update(state=Job.State.RUNNING)
    with django_capture_on_commit_callbacks(execute=True):
        note(second)
    assert [job.state for job in checks(project)] == ["running", "queued"]


def test_finished_checks_do_not_pile_up(
    project: Project, workers: list[User], django_capture_on_commit_callbacks: Captured
) -> None:
    for answer in answer_all(new_samples(project, 1), workers):
        with django_capture_on_commit_callbacks(execute=True):
            note(answer)
        job_services.run(checks(project)[-1].pk)
    assert [job.state for job in checks(project)] == ["succeeded"]


def test_a_killed_check_leaves_its_rows_for_the_next(
    project: Project, workers: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    (sample,) = new_samples(project, 1)
    answer = give(sample, workers[0], captioned("A KITE AND A DOG AND A BOAT AND A TREE"))
    note(answer)
    job = job_services.start(
        name=new_work.NEW, scope=project.scope, payload={"project_id": project.pk, "stage": STAGE}
    )
    with monkeypatch.context() as broken:
        broken.setattr(people_checks, "check_gold", lambda *_: 1 / 0)
        broken.setattr(people_checks, "check_people", lambda *_: 1 / 0)
        job_services.run(job.pk)
    assert PendingCheck.objects.count() == 1
    job_services.run(job.pk)
    assert codes_of(answer) == {"capitals"}
    assert Flag.objects.count() == 1


def test_a_project_may_check_only_when_asked(
    project: Project,
    workers: list[User],
    people: Cast,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    change_settings(project=project, actor=people.owner, changes={"on_submission": False})
    (answer,) = answer_all(new_samples(project, 1), workers[:1])
    with django_capture_on_commit_callbacks(execute=True):
        note(answer)
    assert not PendingCheck.objects.exists()
    assert not checks(project)


def test_what_others_handed_in_before_checks_were_switched_off_is_still_checked(
    project: Project,
    workers: list[User],
    people: Cast,
    django_capture_on_commit_callbacks: Captured,
) -> None:
    first, second = answer_all(new_samples(project, 1), workers[:2])
    note(first)
    change_settings(project=project, actor=people.owner, changes={"on_submission": False})
    with django_capture_on_commit_callbacks(execute=True):
        note(second)
    assert [each.annotator_id for each in PendingCheck.objects.all()] == [first.annotator_id]


def test_gold_and_practice_are_not_checked(project: Project, workers: list[User]) -> None:
    (answer,) = answer_all(new_samples(project, 1), workers[:1])
    answer.task.purpose = "gold"
    answer.task.save()
    note(answer)
    assert not PendingCheck.objects.exists()


def test_copies_by_one_person_are_found_on_submission(
    project: Project, workers: list[User]
) -> None:
    same = captioned("A very wonderful view and well worth seeing")
    twice = [give(sample, workers[0], same) for sample in new_samples(project, 2)]
    note(*twice)
    run_new(project)
    assert "near_duplicate" in codes_of(twice[0])


def run_new(project: Project) -> None:
    job = job_services.start(
        name=new_work.NEW, scope=project.scope, payload={"project_id": project.pk, "stage": STAGE}
    )
    job_services.run(job.pk)
    job.refresh_from_db()
    assert job.state == "succeeded", job.error


def test_a_reported_image_is_in_the_queue_without_anybody_asking(
    project: Project, workers: list[User], django_capture_on_commit_callbacks: Captured
) -> None:
    new_samples(project, 1)
    held = claim(project, workers[0])
    with django_capture_on_commit_callbacks(execute=True):
        services.skip(
            assignment=held, actor=workers[0], reason="inappropriate", comment="A private letter."
        )
    (job,) = checks(project)
    job_services.run(job.pk)
    flag = Flag.objects.get(assignment=held)
    assert (flag.code, flag.annotation_id, flag.numbers["comment"]) == (
        "image_reported",
        None,
        "A private letter.",
    )


def test_a_long_calculation_keeps_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """Catches a search for copies that outlives its lease: a second worker would begin it anew."""
    monkeypatch.setattr(jobs, "BEAT_SECONDS", 0.001)
    beats: list[int] = []
    seen = threading.Event()

    class Watched:
        job_id = 1
        scope = ""

        def renew(self) -> None:
            return

        def report(self, done: int, total: int, note: Message | None = None) -> None:
            beats.append(total)
            if len(beats) == 3:
                seen.set()

    with jobs._beating(Watched(), 7):
        assert seen.wait(10)
    after = len(beats)
    assert set(beats) == {7}
    assert not [each for each in threading.enumerate() if each.name.endswith("(beat)")]
    assert len(beats) == after
