"""Feedback: tied to words that are there, seen by its annotator alone, counted until read."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.models import Feedback
from annotate.workflow.answers import text_at
from annotate.workflow.models import Assignment
from tests.conftest import Cast, client_of
from tests.quality.scene import caption_recipe, captioned, give, new_samples

pytestmark = pytest.mark.django_db

# The flag is two code points and four UTF-16 units; "kite" begins at code point 8.
TEXT = "🏳️‍🌈 A red kite stands in the evening sky."


@pytest.fixture
def answer(project: Project, people: Cast) -> Assignment:
    caption_recipe(project)
    return give(new_samples(project, 1)[0], people.ada, captioned(TEXT))


def send(project: Project, people: Cast, answer: Assignment, **changes: Any) -> Any:
    start = TEXT.index("kite")
    body = {
        "annotation": answer.answer_id,
        "path": "text",
        "span": {"start": start, "end": start + 4},
        "message": "It is a glider.",
        **changes,
    }
    return client_of(people.owner).post(
        f"/api/v1/projects/{project.pk}/feedback", body, format="json"
    )


def test_the_words_are_counted_in_code_points(
    project: Project, people: Cast, answer: Assignment
) -> None:
    assert send(project, people, answer).status_code == 201
    feedback = Feedback.objects.get()
    assert feedback.start is not None
    assert TEXT[feedback.start : feedback.end] == "kite"
    assert project.audit.filter(verb="feedback.sent").count() == 1


def test_its_annotator_finds_it_beside_their_answer(
    project: Project, people: Cast, answer: Assignment
) -> None:
    send(project, people, answer)
    ada = client_of(people.ada)
    (row,) = ada.get("/api/v1/feedback").json()["results"]
    assert (row["message"], row["mine"]["text"], row["assignment"]) == (
        "It is a glider.",
        TEXT,
        answer.pk,
    )
    assert (row["read_at"], row["project"]["id"]) == (None, project.pk)
    assert "sent_by" not in row
    assert client_of(people.ben).get("/api/v1/feedback").json()["results"] == []


def test_it_counts_until_it_is_read(project: Project, people: Cast, answer: Assignment) -> None:
    send(project, people, answer)
    ada = client_of(people.ada)
    assert ada.get("/api/v1/work").json()["unread_feedback"] == 1
    url = f"/api/v1/feedback/{Feedback.objects.get().pk}/read"
    assert ada.post(url).status_code == 204
    read_at = Feedback.objects.get().read_at
    assert read_at is not None
    assert ada.post(url).status_code == 204
    assert Feedback.objects.get().read_at == read_at
    assert ada.get("/api/v1/work").json()["unread_feedback"] == 0


def test_leads_see_what_was_sent_and_read(
    project: Project, people: Cast, answer: Assignment
) -> None:
    send(project, people, answer, span=None)
    url = f"/api/v1/projects/{project.pk}/feedback"
    (row,) = client_of(people.lead).get(url).json()["results"]
    assert (row["sent_by"]["id"], row["annotator"]["id"], row["span"]) == (
        people.owner.pk,
        people.ada.pk,
        None,
    )


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"path": "comment"}, "path"),
        ({"path": "__class__"}, "path"),
        ({"path": "quality_issues[9]"}, "path"),
        ({"path": ""}, "path"),  # words of no text
        ({"span": {"start": 4, "end": 4}}, "span"),
        ({"span": {"start": 9, "end": 4}}, "span"),
        ({"span": {"start": 0, "end": len(TEXT) + 1}}, "span"),
        ({"span": {"start": -1, "end": 3}}, "span.start"),
        ({"message": "  "}, "message"),
        ({"message": "x" * 2001}, "message"),
    ],
)
def test_a_place_that_is_not_there_is_named(
    project: Project, people: Cast, answer: Assignment, changes: dict[str, Any], path: str
) -> None:
    refused = send(project, people, answer, **changes)
    assert refused.status_code == 422
    assert [field["path"] for field in refused.json()["error"]["fields"]] == [path]
    assert not Feedback.objects.exists()


def test_an_answer_of_another_project_is_not_found(
    project: Project, people: Cast, answer: Assignment
) -> None:
    assert send(project, people, answer, annotation=10**9).status_code == 404


def test_texts_are_found_by_their_path() -> None:
    value = {"objects": [{"description": "A tree."}, {"description": "A dog."}]}
    assert text_at(value, "objects[1].description") == "A dog."
    for nowhere in ("objects", "objects[2].description", "objects.description", "[0]", "a[b]"):
        assert text_at(value, nowhere) is None
