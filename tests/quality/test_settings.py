"""Settings of the checks: all written out, wrong ones named, changes in the audit trail."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotate.core import errors
from annotate.core.operations import parse
from annotate.projects.models import Project
from annotate.quality.models import StoredSettings
from annotate.quality.settings import QualitySettings
from tests.conftest import Cast, client_of

pytestmark = pytest.mark.django_db


def put(project: Project, people: Cast, body: Any) -> Any:
    url = f"/api/v1/projects/{project.pk}/quality"
    return client_of(people.owner).put(url, json.dumps(body), content_type="application/json")


def test_every_number_is_written_out(project: Project, people: Cast) -> None:
    """Catches a later default that changes what an old project means."""
    assert put(project, people, {"time_z": 2.5}).status_code == 200
    stored = StoredSettings.objects.get().values
    assert stored == QualitySettings(time_z=2.5).model_dump(mode="json")
    assert set(stored) == set(QualitySettings.model_fields)


def test_what_is_not_sent_stays(project: Project, people: Cast) -> None:
    put(project, people, {"time_z": 2.5, "off": ["capitals"]})
    body = put(project, people, {"capitals_share": 0.7}).json()
    settings = body["settings"]
    assert (settings["time_z"], settings["capitals_share"], settings["off"]) == (
        2.5,
        0.7,
        ["capitals"],
    )


def test_a_change_is_in_the_audit_trail_with_what_changed(project: Project, people: Cast) -> None:
    put(project, people, {"time_z": 2.5, "capitals_share": 0.5})
    assert project.audit.get(verb="quality.settings_changed").data == {"time_z": 2.5}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"time_z": 0}, "time_z"),
        ({"time_z": "many"}, "time_z"),
        ({"capitals_share": 1.5}, "capitals_share"),
        ({"off": ["no_such_check"]}, "off[0]"),
        ({"rules": ["no_such_rule"]}, "rules"),
        ({"surprise": 1}, "surprise"),
        ({"new_below": -1}, "new_below"),
        ({"quality_words": "blur"}, "quality_words"),
    ],
)
def test_a_setting_that_cannot_work_is_named(
    project: Project, people: Cast, changes: dict[str, Any], path: str
) -> None:
    refused = put(project, people, changes)
    assert refused.status_code == 422
    assert [field["path"] for field in refused.json()["error"]["fields"]] == [path]
    assert not StoredSettings.objects.exists()


def test_settings_are_an_object(project: Project, people: Cast) -> None:
    assert put(project, people, [1, 2]).status_code == 422


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_any_value_is_accepted_or_named(value: Any) -> None:
    for name in ("time_z", "off", "rules", "on_submission", "canned_text"):
        settings, wrong = _parsed(name, value)
        assert (
            wrong.startswith(name)
            if settings is None
            else parse(QualitySettings, settings.model_dump(mode="json")) == settings
        )


def _parsed(name: str, value: Any) -> tuple[QualitySettings | None, str]:
    try:
        return parse(QualitySettings, {name: value}), ""
    except errors.Invalid as error:
        return None, error.fields[0].path
