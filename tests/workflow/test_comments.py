"""Threads of comments on a sample: who reads them, who is named, and what the blind do not see."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import AuditEvent, Membership, Project, Role
from annotate.workflow import services
from annotate.workflow.models import Assignment, Comment, Mention, Sample
from tests.conftest import Cast, add_samples, client_of
from tests.notifications.acts import list_of
from tests.workflow.acts import claim, submit, thing

pytestmark = pytest.mark.django_db
Call = Callable[..., Any]


@pytest.fixture
def sample(project: Project, people: Cast) -> Sample:
    """A sample in which Ada has marked a tree, and Ben nothing."""
    [sample] = add_samples(project, 1)
    submit(claim(project, people.ada), {"objects": [thing()]})
    return sample


def listed(user: Any, sample: Sample) -> Any:
    answer = client_of(user).get(f"/api/v1/samples/{sample.pk}/comments")
    assert answer.status_code == 200, answer.content
    return answer.json()


def say(user: Any, sample: Sample, body: str, status: int = 201, **more: Any) -> Any:
    sent = {"body": body, **more}
    path = f"/api/v1/samples/{sample.pk}/comments"
    answer = client_of(user).post(path, sent, format="json")
    assert answer.status_code == status, answer.content
    return answer.json()


def answer_of(sample: Sample) -> int:
    return int(sample.annotations.get(origin="person").pk)


def assignment_of(sample: Sample) -> int:
    return int(sample.annotations.get(origin="person").assignment.pk)


def own(user: Any, sample: Sample, status: int = 200, **body: Any) -> Any:
    path = f"/api/v1/history/{assignment_of(sample)}/comments"
    client = client_of(user)
    answer = client.post(path, body, format="json") if body else client.get(path)
    assert answer.status_code == status, answer.content
    return answer.json()


def let_annotators(project: Project, *, comment: bool = True) -> None:
    Project.objects.filter(pk=project.pk).update(annotators_comment=comment)


def test_a_thread_is_begun_answered_and_resolved(sample: Sample, people: Cast) -> None:
    thread = say(people.owner, sample, "Is this a tower?")["threads"][0]["id"]
    said = say(people.reviewer, sample, "A chimney.", thread=thread)["threads"]
    assert [comment["body"] for comment in said[0]["comments"]] == [
        "Is this a tower?",
        "A chimney.",
    ]
    assert [comment["author_role"] for comment in said[0]["comments"]] == ["lead", "me"]
    path = f"/api/v1/comments/{thread}/resolve"
    assert client_of(people.lead).post(path, {"resolved": True}, format="json").status_code == 204
    assert listed(people.owner, sample)["threads"][0]["resolved_by"]["username"] == "leo"
    assert client_of(people.lead).post(path, {"resolved": False}, format="json").status_code == 204
    assert listed(people.owner, sample)["threads"][0]["resolved_at"] is None
    verbs = AuditEvent.objects.filter(target=str(thread)).values_list("verb", flat=True)
    assert list(verbs) == ["comment.resolved", "comment.reopened"]


def test_a_thread_is_about_words_or_about_an_object(sample: Sample, people: Cast) -> None:
    answer = answer_of(sample)
    key = sample.annotations.get(pk=answer).value["objects"][0]["id"]
    words = {
        "annotation": answer,
        "path": "objects[0].description",
        "span": {"start": 2, "end": 6},
        "object": key,
    }
    assert say(people.owner, sample, "How tall?", place=words)["threads"][0]["place"] == words


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"annotation": 999_999_999}, "place.annotation"),
        ({"object": "elsewhere"}, "place.object"),
        ({"path": "nowhere"}, "place.path"),
        ({"path": "objects[0].description", "span": {"start": 5, "end": 400}}, "place.span"),
        ({"path": "objects[0].description", "span": {"start": 6, "end": 2}}, "place.span"),
        ({"span": {"start": 0, "end": 2}}, "place.span"),
    ],
)
def test_a_place_that_is_not_there_is_refused(
    sample: Sample, people: Cast, changes: dict[str, Any], field: str
) -> None:
    place = {"annotation": answer_of(sample), **changes}
    refused = say(people.owner, sample, "There.", status=422, place=place)
    assert [each["path"] for each in refused["error"]["fields"]] == [field]
    assert not Comment.objects.exists()


def test_an_answer_belongs_to_a_thread_of_the_sample(
    sample: Sample, people: Cast, project: Project
) -> None:
    [other] = add_samples(project, 1)
    thread = say(people.owner, other, "Elsewhere.")["threads"][0]["id"]
    refused = say(people.owner, sample, "Here.", status=422, thread=thread)
    assert refused["error"]["fields"][0]["path"] == "thread"


def test_a_comment_is_neither_empty_nor_long(sample: Sample, people: Cast) -> None:
    say(people.owner, sample, "  ", status=422)
    say(people.owner, sample, "x" * 2001, status=422)
    say(people.owner, sample, "x" * 2000)


def test_one_changes_and_takes_back_what_one_has_said_oneself(sample: Sample, people: Cast) -> None:
    first = say(people.owner, sample, "A towr?")["threads"][0]["id"]
    path = f"/api/v1/comments/{first}"
    others = client_of(people.lead)
    assert others.put(path, {"body": "No."}, format="json").status_code == 404
    assert others.delete(path).status_code == 404
    owner = client_of(people.owner)
    assert owner.put(path, {"body": "A tower?"}, format="json").status_code == 204
    [comment] = listed(people.lead, sample)["threads"][0]["comments"]
    assert comment["body"] == "A tower?"
    assert comment["edited_at"] is not None
    say(people.lead, sample, "A chimney.", thread=first)
    assert owner.delete(path).status_code == 204
    gone, answer = listed(people.lead, sample)["threads"][0]["comments"]
    assert (gone["body"], gone["is_deleted"], answer["body"]) == ("", True, "A chimney.")
    assert owner.delete(path).status_code == 404
    assert AuditEvent.objects.filter(verb="comment.deleted", target=str(first)).exists()


def test_a_thread_that_was_taken_back_altogether_is_gone(sample: Sample, people: Cast) -> None:
    first = say(people.owner, sample, "Never mind.")["threads"][0]["id"]
    client_of(people.owner).delete(f"/api/v1/comments/{first}")
    assert listed(people.owner, sample)["threads"] == []


def test_who_may_read_it_is_named_once_and_told_once(sample: Sample, people: Cast) -> None:
    said = say(people.owner, sample, "@rita and @LEO, see this. @ada @sam @olga x@rita.org")
    named = said["threads"][0]["comments"][0]["mentions"]
    assert {person["username"] for person in named} == {"rita", "leo"}
    first = said["threads"][0]["id"]
    path = f"/api/v1/comments/{first}"
    client_of(people.owner).put(path, {"body": "@rita."}, format="json")
    assert [Mention.objects.get().user] == [people.reviewer]
    told = [(row["message"], row["path"]) for row in list_of(people.reviewer)]
    assert told == [("Olga mentioned you.", f"/samples/{sample.pk}")]
    assert list_of(people.owner) == list_of(people.ada) == [], "nobody else, and not who says it"


def test_annotators_take_part_where_the_project_lets_them(
    sample: Sample, people: Cast, project: Project
) -> None:
    own(people.ada, sample, status=403)
    let_annotators(project)
    assert own(people.ada, sample)["threads"] == []
    own(people.ben, sample, status=404)
    own(people.owner, sample, status=404)
    said = own(people.ada, sample, status=201, body="Is the hedge meant, too?")
    thread = said["threads"][0]
    assert thread["comments"][0]["author_role"] == "me"
    refused = client_of(people.ada).get(f"/api/v1/samples/{sample.pk}/comments")
    assert refused.status_code == 403
    say(people.owner, sample, "No, @ada.", thread=thread["id"])
    assert Mention.objects.get().user == people.ada
    answer = Assignment.objects.get(sample=sample, annotator=people.ada)
    [row] = list_of(people.ada)
    assert row["message"] == "Somebody in the project mentioned you.", "no name for the blind"
    assert row["path"] == f"/history/{answer.pk}"
    let_annotators(project, comment=False)
    path = f"/api/v1/comments/{thread['id']}"
    assert client_of(people.ada).delete(path).status_code == 403


def test_annotators_see_no_names_and_nothing_of_others_answers(
    sample: Sample, people: Cast, project: Project
) -> None:
    let_annotators(project)
    mine = {"annotation": answer_of(sample)}
    seed = services.add_seed(
        project=project,
        sample=sample,
        stage_key="description",
        value={"text": "A tree."},
        producer="M1",
    )
    say(people.owner, sample, "@rita, have a look.")
    say(people.reviewer, sample, "About hers.", place=mine)
    hidden = say(people.owner, sample, "About another's.", place={"annotation": seed.pk})
    seen = own(people.ada, sample)
    said = [comment for thread in seen["threads"] for comment in thread["comments"]]
    assert [comment["body"] for comment in said] == ["@…, have a look.", "About hers."]
    assert [comment["author_role"] for comment in said] == ["lead", "reviewer"]
    assert {comment["author"] for comment in said} == {None}
    assert seen["people"] == []
    for name in ("olga", "Olga", "rita", "Rita"):
        assert name not in str(seen)
    thread = hidden["threads"][-1]["id"]
    own(people.ada, sample, status=422, body="I see.", thread=thread)


def test_of_a_withdrawn_image_annotators_read_nothing_more(
    sample: Sample, people: Cast, project: Project
) -> None:
    let_annotators(project)
    say(people.owner, sample, "A face.")
    services.withdraw_sample(sample=sample, actor=people.owner, reason="A face")
    own(people.ada, sample, status=404)
    assert len(listed(people.owner, sample)["threads"]) == 1


def test_who_is_blocked_or_a_stranger_reads_and_says_nothing(
    sample: Sample, people: Cast, project: Project
) -> None:
    Membership.objects.filter(project=project, user=people.ben).update(
        role=Role.REVIEWER, is_blocked=True
    )
    for user, status in ((people.ben, 403), (people.blocked, 403), (people.stranger, 404)):
        client = client_of(user)
        path = f"/api/v1/samples/{sample.pk}/comments"
        assert client.get(path).status_code == status
        assert client.post(path, {"body": "Hello"}, format="json").status_code == status
    assert listed(people.admin, sample)["threads"] == []


def test_there_is_an_end_to_what_can_be_said(
    sample: Sample, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("annotate.workflow.services.comments.MOST", 1)
    say(people.owner, sample, "One.")
    refused = say(people.owner, sample, "Two.", status=409)
    assert refused["error"]["code"] == "too_many_comments"


def test_more_comments_cost_no_more_queries(sample: Sample, people: Cast) -> None:
    client = client_of(people.owner)

    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/api/v1/samples/{sample.pk}/comments").status_code == 200
        return len(captured.captured_queries)

    thread = say(people.owner, sample, "@rita")["threads"][0]["id"]
    before = cost()
    for _ in range(9):
        say(people.reviewer, sample, "@leo", thread=thread)
        say(people.owner, sample, "@leo @rita")
    assert cost() == before <= 8


def test_no_more_queries_lead_to_the_samples_beside_one(project: Project, people: Cast) -> None:
    first, second, third = add_samples(project, 3)
    services.withdraw_sample(sample=second, actor=people.owner, reason="Blurred")
    client = client_of(people.owner)

    def beside(sample: Sample, search: str = "") -> tuple[int | None, int | None]:
        path = f"/api/v1/samples/{sample.pk}/neighbours?{search}"
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(path)
        assert answer.status_code == 200, answer.content
        assert len(captured.captured_queries) <= 7
        found = answer.json()
        return tuple(found[way] and found[way]["id"] for way in ("previous", "next"))

    assert beside(second) == (first.pk, third.pk)
    assert beside(first) == (None, second.pk)
    assert beside(first, "state=open&view=table&cursor=abc&columns=name") == (None, third.pk)
    assert beside(second, "state=open") == (first.pk, third.pk)
    assert beside(first, "order=-number") == (second.pk, None)
    assert beside(first, "order=name") == (None, second.pk), "equal names stand as they were added"
    assert beside(first, "search=nothing-like-it") == (None, None)
    assert client.get(f"/api/v1/samples/{first.pk}/neighbours?batch=x").status_code == 422
