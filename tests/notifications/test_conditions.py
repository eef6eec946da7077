"""What lasts: told when it begins, once a day while it grows, and gone when it is over."""

from datetime import datetime
from uuid import uuid4

import pytest

from annotate.notifications import hooks
from annotate.notifications.hooks import Found
from annotate.notifications.models import Condition
from annotate.notifications.services import conditions
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.selectors.waiting import review_waiting
from annotate.workflow.models import (
    Annotation,
    Assignment,
    DailyStats,
    Sample,
    SampleCounter,
    Task,
)
from annotate.workflow.selectors.stock import FEWEST, tasks_low
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.notifications.acts import URL, said_to

pytestmark = pytest.mark.django_db


class World:
    """What the finders find."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.waiting = 0

    def look(self, at: datetime) -> list[Found]:
        if not self.waiting:
            return []
        return [Found(self.project.pk, "review_waiting", self.waiting)]


@pytest.fixture
def world(project: Project, monkeypatch: pytest.MonkeyPatch) -> World:
    made = World(project)
    monkeypatch.setattr(hooks.conditions, "functions", (made.look,))
    return made


def test_those_who_review_are_told_when_answers_begin_to_wait(world: World, people: Cast) -> None:
    assert conditions.look_around() == 0
    world.waiting = 12
    assert conditions.look_around() == 1
    for user in (people.owner, people.lead, people.reviewer):
        assert said_to(user) == ["12 answers wait for review."]
    for user in (people.ada, people.blocked, people.stranger, people.admin):
        assert said_to(user) == []


def test_one_unread_row_says_how_many_there_are_now(world: World, people: Cast) -> None:
    for waiting in (12, 13, 1):
        world.waiting = waiting
        conditions.look_around()
    assert said_to(people.reviewer) == ["1 answer waits for review."]


def test_what_was_read_is_told_again_after_a_day_and_only_if_it_grew(
    world: World, people: Cast, time: Clock
) -> None:
    world.waiting = 3
    conditions.look_around()
    client_of(people.reviewer).post(f"{URL}/read")
    world.waiting = 9
    time.forward(hours=23)
    assert conditions.look_around() == 0
    assert said_to(people.reviewer) == []
    time.forward(hours=2)
    assert conditions.look_around() == 1
    assert said_to(people.reviewer) == ["9 answers wait for review."]
    client_of(people.reviewer).post(f"{URL}/read")
    time.forward(days=3)
    assert conditions.look_around() == 0


def test_what_is_over_is_not_found_unread(world: World, people: Cast) -> None:
    world.waiting = 3
    conditions.look_around()
    world.waiting = 0
    conditions.look_around()
    assert said_to(people.reviewer) == []
    assert not Condition.objects.exists()
    world.waiting = 1
    assert conditions.look_around() == 1


def test_a_project_that_rests_tells_nothing(world: World, people: Cast) -> None:
    world.waiting = 3
    conditions.look_around()
    Project.objects.update(state=Project.State.PAUSED)
    conditions.look_around()
    assert said_to(people.reviewer) == []


def test_flagged_answers_wait_and_decided_ones_do_not(
    project: Project, people: Cast, time: Clock
) -> None:
    for number, sample in enumerate(add_samples(project, 3)):
        task = Task.objects.filter(sample=sample).first()
        assert task is not None
        answer = Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key=task.stage_key,
            index=1,
            kind="objects.v1",
            origin="person",
            author=people.ada,
            value={},
        )
        work = Assignment.objects.create(
            project=project,
            task=task,
            sample=sample,
            annotator=people.ada,
            exclusion_group=task.exclusion_group,
            state=Assignment.State.SUBMITTED,
            lease_expires_at=time.at,
            answer=answer,
            submit_key=uuid4(),
        )
        for code in ("fast", "copy"):
            Flag.objects.create(
                project=project,
                assignment=work,
                annotation=answer,
                annotator=people.ada,
                stage_key=task.stage_key,
                code=code,
                state="open" if number < 2 else "settled",
                numbers={},
            )
    assert list(review_waiting(time.at)) == [Found(project.pk, "review_waiting", 2)]


def worked(project: Project, people: Cast, time: Clock, submissions: int) -> None:
    DailyStats.objects.create(
        project=project,
        stage_key="objects",
        index=1,
        annotator=people.ada,
        day=time.at.date(),
        submissions=submissions,
        last_at=time.at,
    )


def test_a_stage_with_less_work_than_a_day_takes_runs_dry(
    project: Project, people: Cast, time: Clock
) -> None:
    add_samples(project, 9)
    worked(project, people, time, submissions=70)  # ten a day
    (found,) = tasks_low(time.at)
    stage = project.recipe.stages[0].title
    assert (found.kind, found.key, found.count, found.data) == (
        "tasks_low",
        "objects",
        9,
        {"stage": stage},
    )
    add_samples(project, 1)
    assert list(tasks_low(time.at)) == []


def test_a_stage_in_which_nobody_works_runs_dry_for_nobody(
    project: Project, people: Cast, time: Clock
) -> None:
    add_samples(project, 1)
    assert list(tasks_low(time.at)) == []
    worked(project, people, time, submissions=1)
    assert [found.count for found in tasks_low(time.at)] == [1]
    time.forward(days=8)
    assert list(tasks_low(time.at)) == []


def test_however_slowly_people_work_a_few_tasks_are_few(
    project: Project, people: Cast, time: Clock
) -> None:
    add_samples(project, FEWEST)
    worked(project, people, time, submissions=1)
    assert list(tasks_low(time.at)) == []


def test_a_stage_that_every_sample_has_passed_runs_dry_for_nobody(
    project: Project, people: Cast, time: Clock
) -> None:
    """Catches the alarm of a project that is done, or whose work has moved on."""
    worked(project, people, time, submissions=3)
    assert list(tasks_low(time.at)) == []
    add_samples(project, 1)
    assert [found.count for found in tasks_low(time.at)] == [1]
    Task.objects.filter(stage_key="objects").update(state=Task.State.DONE)
    assert [found.count for found in tasks_low(time.at)] == [0], "its sample is still there"
    for stage, state in (("description", Sample.State.OPEN), ("", Sample.State.DONE)):
        SampleCounter.objects.filter(project=project).delete()
        SampleCounter.objects.create(project=project, stage_key=stage, state=state, lane=0, count=1)
        assert list(tasks_low(time.at)) == []


def test_a_lead_is_told_which_stage_runs_dry(project: Project, people: Cast, time: Clock) -> None:
    worked(project, people, time, submissions=3)
    add_samples(project, 1, opened=False)
    conditions.look_around()
    stage = project.recipe.stages[0].title
    assert said_to(people.lead) == [f"“{stage}” runs dry: 0 tasks are left."]
    assert said_to(people.reviewer) == []
