"""What there is to say about a draft is said with it where that is asked for."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import Project
from annotate.workflow.models import Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import claim, fresh, submit, use_recipe

pytestmark = pytest.mark.django_db
OPENING = "There is a red kite."
UNSAID: dict[str, Any] = {
    "canned": False,
    "text_detected": None,
    "quality_issues": [],
    "quality_other": "",
}
STOP = {"id": "t1", "text": "STOP", "box": {"x": 0, "y": 0, "width": 10, "height": 10}}
OF_OPENING = {**UNSAID, "text": OPENING}


@pytest.fixture
def held(people: Cast, project: Project) -> Assignment:
    use_recipe(project, {"key": "text", "kind": "caption.v1", "mode": "parallel"})
    add_samples(project, 1)
    return claim(project, people.ada)


def save(held: Assignment, answer: Any, **more: Any) -> Any:
    body = {"answer": answer, "version": fresh(held).draft_version, "active_seconds": 1, **more}
    path = f"/api/v1/assignments/{held.pk}/draft"
    return client_of(held.annotator).put(path, body, format="json")


def test_a_draft_that_is_not_asked_about_is_said_nothing_of(held: Assignment) -> None:
    assert save(held, OF_OPENING).json()["problems"] is None


@pytest.mark.parametrize("text", [OPENING, "", "A red kite with a long tail flies over a field."])
def test_with_the_draft_comes_what_a_check_would_say(held: Assignment, text: str) -> None:
    client, answer = client_of(held.annotator), {**UNSAID, "text": text}
    asked = client.post(f"/api/v1/assignments/{held.pk}/check", {"answer": answer}, format="json")
    saved = save(held, answer, check=True)
    assert saved.json()["problems"] == asked.json()["problems"]
    assert fresh(held).draft == answer


def test_a_problem_keeps_no_draft_from_being_saved(held: Assignment) -> None:
    saved = save(held, OF_OPENING, check=True)
    assert saved.status_code == 200
    assert "banned_opening" in [each["code"] for each in saved.json()["problems"]]
    assert fresh(held).draft == OF_OPENING


def test_what_was_read_in_the_image_is_known_to_the_check(people: Cast, project: Project) -> None:
    """It is looked up in recipes that read text, and in no others."""
    reading = {"key": "text", "kind": "caption.v1", "settings": {"must_read_text": True}}
    use_recipe(project, {"key": "ocr", "kind": "ocr.v1"}, {**reading, "mode": "parallel"})
    add_samples(project, 1)
    submit(claim(project, people.ada), {"tokens": [STOP]})
    answer = {**UNSAID, "text": "A red sign stands at a crossing of two roads."}
    saved = save(claim(project, people.ben), answer, check=True)
    assert "text_not_used" in [each["code"] for each in saved.json()["problems"]]


def test_who_types_on_an_older_draft_is_shown_the_newer_one_whatever_they_ask(
    held: Assignment,
) -> None:
    save(held, {**UNSAID, "text": "A kite"})
    refused = save(held, OF_OPENING, check=True, version=0)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "stale_draft")


def test_a_check_with_a_draft_asks_for_less_than_both_alone(held: Assignment) -> None:
    client, answer = client_of(held.annotator), OF_OPENING
    one = f"/api/v1/assignments/{held.pk}"
    save(held, answer, check=True)

    def statements(method: str, path: str, **body: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            sent = getattr(client, method)(f"{one}/{path}", body, format="json")
        assert sent.status_code == 200, sent.content
        return len(captured)

    draft = statements("put", "draft", answer=answer, version=1)
    check = statements("post", "check", answer=answer)
    both = statements("put", "draft", answer=answer, version=2, check=True)
    assert both == draft < draft + check
