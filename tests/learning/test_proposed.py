"""A trained version that a lead is to decide about, as the home of leads has it."""

from datetime import timedelta

import pytest

from annotate import backends
from annotate.learning.selectors.versions import PROPOSED_FOR, proposed
from annotate.learning.services import versions
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion
from tests.conftest import Cast, Clock
from tests.learning.acts import connect, finished, one_text, pupil, run_job, set_loop, start

__all__ = ["pupil"]
pytestmark = pytest.mark.django_db


def waiting(project: Project, time: Clock) -> list[tuple[str, int]]:
    found = proposed({project.pk: project}, time.at)
    return [(need.kind, need.count) for need in found]


@pytest.fixture
def candidate(project: Project, people: Cast, time: Clock, pupil: backends.Backend) -> ModelVersion:
    """A version that was trained where leads decide about promotion."""
    one_text(project)
    connection = connect(project, people.owner)
    finished(project, people.ada, 4)
    set_loop(project, connection, is_on=False, promotion="manual")
    run = run_job(start(connection))
    assert run.version is not None, run.problem
    assert run.version.state == ModelVersion.State.CANDIDATE
    return run.version


def test_a_trained_version_waits_until_it_is_promoted(
    candidate: ModelVersion, project: Project, people: Cast, time: Clock
) -> None:
    assert waiting(project, time) == [("model_proposed", 1)]
    versions.promote(candidate, people.owner)
    assert waiting(project, time) == []


def test_a_trained_version_waits_until_another_one_was_made(
    candidate: ModelVersion, project: Project, people: Cast, time: Clock
) -> None:
    versions.add(
        connection=candidate.connection,
        source=ModelVersion.Source.SETTINGS,
        settings=candidate.settings,
        base=candidate,
    )
    assert waiting(project, time) == []


def test_of_an_old_proposal_nobody_is_reminded(
    candidate: ModelVersion, project: Project, people: Cast, time: Clock
) -> None:
    time.forward(seconds=(PROPOSED_FOR - timedelta(minutes=1)).total_seconds())
    assert waiting(project, time) == [("model_proposed", 1)]
    time.forward(minutes=1)
    assert waiting(project, time) == []


def test_a_version_that_the_rule_decided_about_waits_for_nobody(
    candidate: ModelVersion, project: Project, people: Cast, time: Clock
) -> None:
    event = candidate.connection.project.loop_events.get(verb="decided")
    assert event.data["rule"] == "manual"
    set_loop(project, candidate.connection, is_on=False, promotion="better", margin=9)
    again = run_job(start(candidate.connection))
    assert again.version is not None
    assert again.version.state == ModelVersion.State.CANDIDATE
    assert waiting(project, time) == []
