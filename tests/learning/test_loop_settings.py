"""A loop is set by leads: what cannot work is refused, and what was changed is on record."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.learning.services import loop
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from tests.conftest import Cast, NewProject
from tests.learning.acts import connect, pupil, set_loop, verbs
from tests.learning.test_loop import connection

__all__ = ["connection", "pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"connection": None, "is_on": True}, "connection"),
        ({"connection": 0}, "connection"),
        ({"metric": "luck"}, "metric"),
        ({"training": {"steps": 0}}, "training.steps"),
    ],
)
def test_a_loop_that_cannot_work_is_refused(
    connection: Connection, project: Project, changes: dict[str, Any], field: str
) -> None:
    set_loop(project, connection)
    with pytest.raises(errors.Invalid) as refused:
        loop.change(project=project, actor=None, changes=changes)
    assert [each.path for each in refused.value.fields] == [field]


def test_only_connections_of_the_project_that_learn_can_be_in_its_loop(
    connection: Connection, project: Project, people: Cast, new_project: NewProject
) -> None:
    other = new_project(name="Another")
    set_loop(other, connect(other, people.lead))
    foreign = Connection.objects.get(project=other, name="pupil")
    classical = Connection.objects.get(project=project, name="classical")
    for wrong in (foreign, classical):
        with pytest.raises(errors.Invalid) as refused:
            loop.change(project=project, actor=None, changes={"connection": wrong.pk})
        assert refused.value.fields[0].path == "connection"


def test_only_what_changed_is_in_the_timeline(
    connection: Connection, project: Project, people: Cast
) -> None:
    set_loop(project, connection)
    loop.change(project=project, actor=people.lead, changes={"batch_size": 4})
    assert verbs(project).count("loop_changed") == 1
    loop.change(project=project, actor=people.lead, changes={"is_on": False})
    last = project.loop_events.order_by("pk").last()
    assert last is not None
    assert last.data == {"is_on": False}
