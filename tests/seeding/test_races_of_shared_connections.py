"""An admin deletes a connection while leads take it. Only PostgreSQL lets them meet."""

from collections.abc import Callable
from functools import partial

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.seeding.models import Connection, SharedConnection
from annotate.seeding.services import connections, shared
from tests.conftest import Cast
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 6


def kept(people: Cast, number: int) -> SharedConnection:
    return shared.make(
        actor=people.admin, name=f"House {number}", backend="classical", settings={}, secrets={}
    )


def test_what_is_deleted_while_it_is_taken_is_either_taken_or_gone(
    project: Project, people: Cast
) -> None:
    connections.ensure_built_in(project)
    for number in range(TRIES):
        row = kept(people, number)
        took, deleted = together(
            partial(shared.take, shared=row, project=project, actor=people.owner),
            partial(shared.delete, shared=row, actor=people.admin),
        )
        row.refresh_from_db()
        is_taken = Connection.objects.filter(shared=row).exists()
        assert is_taken is (row.deleted_at is None)
        refused = errors.NotFound if row.deleted_at else shared.SharedConnectionInUse
        assert isinstance(took if row.deleted_at else deleted, refused)


def test_two_leads_who_take_it_at_once_get_one_connection(project: Project, people: Cast) -> None:
    connections.ensure_built_in(project)
    row = kept(people, 0)
    act: Callable[[], Connection] = partial(
        shared.take, shared=row, project=project, actor=people.owner
    )
    assert len({taken.pk for taken in together(act, act, act)}) == 1
