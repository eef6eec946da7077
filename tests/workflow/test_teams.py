"""A stage that asks for teams gives its tasks to their people alone."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects import services as projects
from annotate.projects.models import Membership, Project
from annotate.workflow import selectors, services
from tests.conftest import Cast, add_samples
from tests.workflow.acts import GREEN, TREE, claim, fresh, mark, submit, why_nothing

pytestmark = pytest.mark.django_db


def put(user: User, *teams: str) -> None:
    Membership.objects.filter(user=user).update(teams=list(teams))


@pytest.fixture
def asking(project: Project, people: Cast) -> Project:
    """Objects are everybody's; descriptions are for those who write and know German."""
    for name in ("German", "Writers"):
        projects.make_team(project=project, actor=people.owner, name=name, basis="skill")
    changes = {"settings": {"stages": {"description": {"teams": ["german", "writers"]}}}}
    return projects.update_project(project=project, actor=people.owner, changes=changes)


def test_only_who_is_in_every_team_is_given_its_tasks(asking: Project, people: Cast) -> None:
    add_samples(asking, 1)
    mark(asking, people.ada, TREE)
    put(people.ben, "german", "writers")
    put(people.cleo, "writers")
    assert why_nothing(asking, people.cleo) == "other_teams"
    assert why_nothing(asking, people.lead, "description") == "other_teams"
    assert claim(asking, people.ben).task.stage_key == "description"


def test_who_has_work_of_other_stages_is_given_that(asking: Project, people: Cast) -> None:
    add_samples(asking, 2)
    mark(asking, people.ada, TREE)
    assert claim(asking, people.cleo).task.stage_key == "objects"


def test_who_leaves_a_team_keeps_the_task_at_hand_and_gets_no_other(
    asking: Project, people: Cast
) -> None:
    add_samples(asking, 2)
    for _ in range(2):
        mark(asking, people.ada, TREE)
    put(people.ben, "german", "writers")
    held = claim(asking, people.ben)
    put(people.ben, "german")
    assert claim(asking, people.ben).pk == held.pk
    submit(fresh(held), {"text": GREEN})
    assert why_nothing(asking, people.ben) == "other_teams"


def test_a_task_taken_ahead_is_not_begun_out_of_the_team(asking: Project, people: Cast) -> None:
    add_samples(asking, 25)
    for _ in range(25):
        mark(asking, people.ada, TREE)
    put(people.ben, "german", "writers")
    held = claim(asking, people.ben)
    ahead = services.prefetch(project=asking, annotator=people.ben).assignment
    assert ahead is not None
    put(people.ben)
    submit(fresh(held), {"text": GREEN})
    assert why_nothing(asking, people.ben) == "other_teams"


def test_nothing_is_taken_ahead_out_of_the_team(asking: Project, people: Cast) -> None:
    add_samples(asking, 25)
    for _ in range(25):
        mark(asking, people.ada, TREE)
    put(people.ben, "german", "writers")
    claim(asking, people.ben)
    put(people.ben)
    assert services.prefetch(project=asking, annotator=people.ben).reason == "not_ahead"


def test_my_work_says_that_what_is_open_is_for_others(asking: Project, people: Cast) -> None:
    add_samples(asking, 1)
    mark(asking, people.ada, TREE)
    (told,) = selectors.work_of(people.cleo).projects
    assert told.reason == "other_teams"
    assert [stage.key for stage in told.stages] == ["objects"]
    put(people.cleo, "german", "writers")
    (told,) = selectors.work_of(people.cleo).projects
    assert told.reason is None
    assert [(stage.key, stage.available) for stage in told.stages] == [
        ("objects", False),
        ("description", True),
    ]


def test_where_nothing_is_open_teams_are_not_the_reason(asking: Project, people: Cast) -> None:
    assert why_nothing(asking, people.cleo) == "nothing_open"
    assert selectors.work_of(people.cleo).projects[0].reason == "nothing_open"


def test_no_claim_asks_the_database_about_teams(asking: Project, people: Cast) -> None:
    """The membership that a claim locks says them."""
    add_samples(asking, 4)
    for _ in range(4):
        mark(asking, people.ada, TREE)
    put(people.ben, "german", "writers")
    submit(claim(asking, people.ben), {"text": GREEN})
    with CaptureQueriesContext(connection) as with_teams:
        held = claim(asking, people.ben)
    submit(fresh(held), {"text": GREEN})
    changes: Any = {"settings": {"stages": {"description": {"teams": []}}}}
    open_to_all = projects.update_project(project=asking, actor=people.owner, changes=changes)
    with CaptureQueriesContext(connection) as without:
        claim(open_to_all, people.ben)
    assert len(with_teams) == len(without) <= 12
