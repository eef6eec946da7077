"""Receipts of feedback: leads see who has read what they said, and the one short answer to it."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.models import Feedback
from annotate.workflow.models import Assignment
from tests.conftest import Cast, Clock, client_of
from tests.quality.scene import caption_recipe, captioned, give, new_samples

pytestmark = pytest.mark.django_db
TEXT = "A red kite stands in the evening sky."


@pytest.fixture
def sent(project: Project, people: Cast, time: Clock) -> list[int]:
    """Messages about two answers of Ada's, the older first."""
    caption_recipe(project)
    numbers = []
    for sample in new_samples(project, 2):
        answer = give(sample, people.ada, captioned(TEXT)).answer
        assert answer is not None
        body = {
            "annotation": answer.pk,
            "path": "text",
            "span": {"start": 6, "end": 10},
            "message": "It is a glider.",
        }
        url = f"/api/v1/projects/{project.pk}/feedback"
        numbers.append(client_of(people.owner).post(url, body, format="json").json()["id"])
    return numbers


def reply(people: Cast, number: int, message: str = "Thank you, understood.") -> Any:
    url = f"/api/v1/feedback/{number}/reply"
    return client_of(people.ada).post(url, {"message": message}, format="json")


def rows(project: Project, people: Cast, query: str = "") -> Any:
    url = f"/api/v1/projects/{project.pk}/feedback{query}"
    return client_of(people.lead).get(url).json()["results"]


def inbox(people: Cast, query: str = "") -> Any:
    return client_of(people.ada).get(f"/api/v1/feedback{query}").json()["results"]


def test_leads_see_the_words_that_were_meant_and_when_they_were_read(
    project: Project, people: Cast, sent: list[int], time: Clock
) -> None:
    read_at = time.forward(minutes=3)
    client_of(people.ada).post(f"/api/v1/feedback/{sent[0]}/read")
    newer, older = rows(project, people)
    assert (older["id"], older["quote"], newer["read_at"]) == (sent[0], "kite", None)
    assert older["read_at"] == read_at.isoformat().replace("+00:00", "Z")


def test_who_answers_has_read(project: Project, people: Cast, sent: list[int], time: Clock) -> None:
    at = time.forward(minutes=3)
    assert reply(people, sent[0]).status_code == 204
    found = Feedback.objects.get(pk=sent[0])
    assert (found.reply, found.replied_at, found.read_at) == ("Thank you, understood.", at, at)
    assert client_of(people.ada).get("/api/v1/work").json()["unread_feedback"] == 1
    assert rows(project, people)[1]["reply"] == "Thank you, understood."


def test_an_answer_changes_no_receipt_that_was_there(
    project: Project, people: Cast, sent: list[int], time: Clock
) -> None:
    read_at = time.at
    client_of(people.ada).post(f"/api/v1/feedback/{sent[0]}/read")
    time.forward(days=1)
    reply(people, sent[0])
    found = Feedback.objects.get(pk=sent[0])
    assert (found.read_at, found.replied_at) == (read_at, time.at)


def test_one_answers_once_and_the_same_words_twice_are_one_answer(
    people: Cast, sent: list[int], time: Clock
) -> None:
    assert reply(people, sent[0]).status_code == 204
    first = Feedback.objects.get(pk=sent[0]).replied_at
    time.forward(minutes=1)
    assert reply(people, sent[0]).status_code == 204
    refused = reply(people, sent[0], "Something else.")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "replied")
    assert Feedback.objects.get(pk=sent[0]).replied_at == first


@pytest.mark.parametrize("message", ["", "   ", "x" * 1001])
def test_an_answer_has_words_and_not_too_many(people: Cast, sent: list[int], message: str) -> None:
    assert reply(people, sent[0], message).status_code == 422
    assert Feedback.objects.get(pk=sent[0]).reply == ""


def test_nobody_answers_what_was_said_to_somebody_else(people: Cast, sent: list[int]) -> None:
    url = f"/api/v1/feedback/{sent[0]}/reply"
    for user in (people.ben, people.owner):
        assert client_of(user).post(url, {"message": "Me too."}, format="json").status_code == 404


def test_leads_ask_for_what_nobody_has_read_and_for_what_was_answered(
    project: Project, people: Cast, sent: list[int]
) -> None:
    older, newer = sent
    reply(people, older)
    assert [row["id"] for row in rows(project, people, "?receipt=unread")] == [newer]
    assert [row["id"] for row in rows(project, people, "?receipt=answered")] == [older]
    assert [row["id"] for row in rows(project, people, "?receipt=read")] == [older]
    answer = Feedback.objects.get(pk=newer).annotation_id
    assert [row["id"] for row in rows(project, people, f"?annotation={answer}")] == [newer]
    assert rows(project, people, f"?annotator={people.ben.pk}") == []


def test_a_receipt_that_there_is_not_is_named(
    project: Project, people: Cast, sent: list[int]
) -> None:
    url = f"/api/v1/projects/{project.pk}/feedback?receipt=seen"
    refused = client_of(people.lead).get(url)
    assert refused.status_code == 422
    assert [each["path"] for each in refused.json()["error"]["fields"]] == ["receipt"]


def test_what_was_said_of_one_submission_is_found_by_it(people: Cast, sent: list[int]) -> None:
    about = Assignment.objects.get(answer=Feedback.objects.get(pk=sent[1]).annotation_id)
    assert [row["id"] for row in inbox(people, f"?assignment={about.pk}")] == [sent[1]]
    assert len(inbox(people)) == 2


def test_the_history_counts_messages_and_those_not_read(people: Cast, sent: list[int]) -> None:
    client_of(people.ada).post(f"/api/v1/feedback/{sent[0]}/read")
    found = client_of(people.ada).get("/api/v1/history").json()["results"]
    told = {row["assignment_id"]: row["feedback"] for row in found}
    answers = {each.pk: each.annotation.assignment.pk for each in Feedback.objects.all()}
    assert told[answers[sent[0]]] == {"count": 1, "unread": 0}
    assert told[answers[sent[1]]] == {"count": 1, "unread": 1}
