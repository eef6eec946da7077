"""Versions: numbers without gaps, one that serves, and the way back."""

import doctest
from typing import Any

import pytest

from annotate.core import errors
from annotate.learning.models import LoopEvent
from annotate.learning.selectors import versions as selectors
from annotate.learning.services import versions
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.seeding import hooks
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.services import connections
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def connection(project: Project) -> Connection:
    return connections.named(project, "classical", "detector")


def trained(connection: Connection, **changes: Any) -> ModelVersion:
    values = {"source": "training", "settings": {}, "base": connections.serving(connection)}
    return versions.add(connection=connection, **{**values, **changes})


def states(connection: Connection) -> dict[str, str]:
    return {each.label: each.state for each in connection.versions.order_by("number")}


def test_versions_are_numbered_in_order_and_say_what_made_them(connection: Connection) -> None:
    first, second = trained(connection), trained(connection, notes="Longer")
    assert (first.label, second.label) == ("M1", "M2")
    assert second.base is not None
    assert (second.base.label, second.notes, second.state) == ("M0", "Longer", "trained")
    assert second.code_version == "annotate 0.1.0, classical 2"


def test_settings_that_are_not_understood_make_no_version(connection: Connection) -> None:
    with pytest.raises(errors.Invalid) as wrong:
        trained(connection, settings={"colour": "red"})
    assert wrong.value.fields[0].path == "settings.colour"
    assert states(connection) == {"M0": "serving"}


def test_measuring_makes_a_candidate_of_what_was_trained(connection: Connection) -> None:
    version = trained(connection)
    versions.measured(version, {"cider": 0.5})
    assert (version.state, version.metrics) == ("candidate", {"cider": 0.5})


def test_measuring_what_serves_changes_only_its_figures(connection: Connection) -> None:
    version = connections.serving(connection)
    versions.measured(version, {"cider": 0.25})
    assert (version.state, version.metrics) == ("serving", {"cider": 0.25})


def test_promotion_retires_what_served(connection: Connection, people: Cast) -> None:
    version = trained(connection)
    assert versions.promote(version, people.lead, "better") is True
    assert states(connection) == {"M0": "retired", "M1": "serving"}
    assert version.promoted_at is not None
    told = LoopEvent.objects.get()
    assert (told.verb, told.version, told.actor) == ("promoted", version, people.lead)
    assert told.data == {"reason": "better", "before": "M0"}
    assert AuditEvent.objects.filter(verb="version.promoted", target="classical M1").count() == 1


def test_promoting_what_serves_changes_nothing(connection: Connection) -> None:
    version = trained(connection)
    versions.promote(version, None)
    assert versions.promote(version, None) is False
    assert LoopEvent.objects.count() == 1


def test_who_follows_is_told_once_of_each_promotion(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, User | None]] = []

    def note(served: hooks.Served) -> None:
        told.append((served.version.label, served.actor))

    monkeypatch.setattr(hooks.served, "functions", (*hooks.served, note))
    version = trained(connection)
    versions.promote(version, None)
    versions.promote(version, None)
    versions.rollback(connection, None)
    assert told == [("M1", None), ("M0", None)]


def test_each_roll_back_undoes_one_promotion(connection: Connection) -> None:
    """Catches a second roll-back that brings back the version one wanted to be rid of."""
    for _ in range(2):
        versions.promote(trained(connection), None)
    assert versions.rollback(connection, None).label == "M1"
    assert versions.rollback(connection, None).label == "M0"
    with pytest.raises(errors.Conflict) as nothing:
        versions.rollback(connection, None)
    assert nothing.value.error_code == "nothing_before"
    assert states(connection) == {"M0": "serving", "M1": "retired", "M2": "retired"}


def test_a_second_click_does_not_go_back_twice(connection: Connection) -> None:
    for _ in range(2):
        versions.promote(trained(connection), None)
    serving = connections.serving(connection).pk
    versions.rollback(connection, None, serving=serving)
    with pytest.raises(errors.Conflict):
        versions.rollback(connection, None, serving=serving)
    assert connections.serving(connection).label == "M1"


def test_what_has_no_model_by_name_registers_none(connection: Connection) -> None:
    with pytest.raises(errors.Conflict) as refused:
        versions.register(connection=connection, model="x", notes="", actor=None)
    assert refused.value.error_code == "not_registrable"


def test_the_worked_examples_hold() -> None:
    result = doctest.testmod(selectors)
    assert result.attempted > 0
    assert result.failed == 0
