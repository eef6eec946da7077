"""Promoted by the loop: the seeds of what nobody has started are renewed, or left as they are."""

from typing import Any

import pytest

from annotate.core import errors
from annotate.learning.services import versions
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.models import Connection, SeedingRun, SeedRecord
from annotate.seeding.selectors.connections import serving
from annotate.seeding.services import starting
from annotate.workflow.models import Annotation
from tests.conftest import Cast
from tests.learning.acts import opened, pupil, run_all, start, waiting
from tests.learning.test_loop import connection
from tests.workflow.acts import claim, describe

__all__ = ["connection", "pupil"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pupil")]


def test_a_promotion_renews_the_seeds_of_what_nobody_has_started(
    connection: Connection, project: Project, people: Cast
) -> None:
    samples = waiting(project, 3)
    starting.start_run(project=project, actor=people.lead)
    run_all()
    describe(project, people.ada, "A tall tree.")
    held = claim(project, people.ada)
    trained = start(connection)
    run_all()
    trained.refresh_from_db()
    assert trained.version is not None
    assert versions.promote(trained.version, people.lead)
    run_all()
    run = SeedingRun.objects.get(over="unstarted")
    event = project.loop_events.get(verb="seeds_refreshed")
    assert (event.seeding, event.data) == (run, {"samples": 1})
    texts = {
        sample.pk: list(
            Annotation.objects.filter(sample=sample, origin="model")
            .order_by("pk")
            .values_list("value__text", flat=True)
        )
        for sample in samples
    }
    renewed = [pk for pk, found in texts.items() if len(found) == 2]
    assert held.sample_id not in renewed
    assert len(renewed) == 1
    assert SeedRecord.objects.filter(version=serving(connection)).count() == 1


def test_a_model_that_makes_no_seeds_renews_none(
    connection: Connection, project: Project, people: Cast
) -> None:
    classical = Connection.objects.get(project=project, name="classical")
    version = versions.add(
        connection=classical, source="settings", settings={}, base=serving(classical)
    )
    opened(project, 2)
    assert versions.promote(version, people.lead)
    assert not SeedingRun.objects.exists()


def test_seeds_that_cannot_be_renewed_do_not_undo_the_promotion(
    connection: Connection, project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(project, 1)
    version = versions.add(
        connection=connection, source="settings", settings={"model": "b"}, base=serving(connection)
    )

    def refuse(**_: Any) -> None:
        raise errors.Invalid(Message("study_deleted"))

    monkeypatch.setattr(starting, "refresh", refuse)
    assert versions.promote(version, people.lead)
    assert serving(connection) == version
    event = project.loop_events.get(verb="seeds_not_refreshed")
    assert event.data["problem"] == "This study has been deleted."
