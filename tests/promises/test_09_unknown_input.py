"""Nothing is ignored in silence: what a request names and the product does not know is refused."""

from typing import Any

import pytest

from annotate.people.models import ApiToken
from annotate.projects.models import Project
from tests.conftest import Cast, client_of

pytestmark = pytest.mark.django_db


def refused(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.content
    return [(field["path"], field["code"]) for field in answer.json()["error"]["fields"]]


def test_a_project_with_a_mistyped_setting_is_not_made(people: Cast) -> None:
    named = {"name": "Two rounds", "recipe": "iiw"}
    settings = {"stages": {"description": {"rounds": 2}}}
    owner = client_of(people.owner)
    answer = owner.post("/api/v1/projects", {**named, "setings": settings}, format="json")
    assert refused(answer) == [("setings", "unknown_field")]
    assert "settings" in answer.json()["error"]["fields"][0]["message"]
    inside = {"stages": {"description": {"ruonds": 2}}}
    answer = owner.post("/api/v1/projects", {**named, "settings": inside}, format="json")
    assert refused(answer) == [("settings.stages.description.ruonds", "unknown_field")]
    assert not Project.objects.exists()


def test_a_token_lasts_as_long_as_was_asked_for_or_is_not_made(people: Cast) -> None:
    answer = client_of(people.ada).post(
        "/api/v1/me/tokens", {"name": "notebook", "days": 7}, format="json"
    )
    assert refused(answer) == [("days", "unknown_field")]
    assert not ApiToken.objects.exists()


def test_a_filter_that_a_list_does_not_have_is_no_filter_left_out(
    people: Cast, project: Project
) -> None:
    for path in ("samples", "images", "exports", "members"):
        answer = client_of(people.lead).get(f"/api/v1/projects/{project.pk}/{path}?q=cat")
        assert refused(answer) == [("q", "unknown_field")], path
