"""Two leads, or a lead and the loop, at the same moment. Only PostgreSQL lets them meet."""

from collections.abc import Callable
from functools import partial

import pytest

from annotate.core import errors
from annotate.learning.models import LoopEvent
from annotate.learning.services import versions
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services import connections, model_assignment
from tests.conftest import Cast
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 8


@pytest.fixture
def connection(project: Project) -> Connection:
    return connections.named(project, "classical", "detector")


def trained(connection: Connection) -> ModelVersion:
    base = connections.serving(connection)
    return versions.add(connection=connection, source="training", settings={}, base=base)


def test_two_promotions_at_once_leave_one_version_serving(connection: Connection) -> None:
    for _ in range(TRIES):
        one, two = trained(connection), trained(connection)
        assert together(
            partial(versions.promote, one, None), partial(versions.promote, two, None)
        ) == [True, True]
        serving = ModelVersion.objects.filter(connection=connection, state="serving")
        assert serving.count() == 1
        last = LoopEvent.objects.order_by("-pk").first()
        assert last is not None
        assert serving.get() == last.version


def test_one_version_promoted_twice_at_once_is_promoted_once(connection: Connection) -> None:
    for _ in range(TRIES):
        version = trained(connection)
        act: Callable[[], bool] = partial(versions.promote, version, None)
        assert sorted(together(act, act, act)) == [False, False, True]
        assert LoopEvent.objects.filter(version=version).count() == 1


def test_versions_made_at_once_get_numbers_of_their_own(connection: Connection) -> None:
    act = partial(trained, connection)
    made = together(act, act, act, act)
    assert sorted(version.number for version in made) == [1, 2, 3, 4]


def test_two_who_ask_first_make_one_connection_to_each_back_end(project: Project) -> None:
    act = partial(connections.ensure_built_in, project)
    together(act, act, act)
    names = list(project.connections.values_list("name", flat=True))
    assert len(names) == len(set(names)) >= 2
    serving = ModelVersion.objects.filter(project=project, state="serving", number=0)
    assert serving.count() == len(names)


def test_what_is_put_away_while_it_is_chosen_is_either_chosen_or_put_away(
    project: Project, people: Cast
) -> None:
    for number in range(TRIES):
        made = connections.make(
            project=project,
            actor=people.owner,
            name=f"Another {number}",
            backend="classical",
            settings={},
            secrets={},
        )
        together(
            partial(connections.archive, connection=made, actor=people.owner),
            partial(
                model_assignment.change,
                project=project,
                actor=people.owner,
                changes={"detector": made.pk},
            ),
        )
        made.refresh_from_db()
        chosen = model_assignment.of(project).detector_id == made.pk
        assert chosen != (made.archived_at is not None)


def test_a_double_roll_back_goes_back_once(connection: Connection) -> None:
    for _ in range(2):
        versions.promote(trained(connection), None)
    serving = connections.serving(connection).pk
    act = partial(versions.rollback, connection, None, serving=serving)
    found = together(act, act)
    assert sum(isinstance(each, errors.Conflict) for each in found) == 1
    assert connections.serving(connection).label == "M1"
