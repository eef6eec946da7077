"""What people agree to: one version after the other, each agreed to by itself."""

from typing import Any

import pytest

from annotate.projects.models import AuditEvent, Project
from annotate.quality.models import Agreement, ConsentText
from annotate.workflow import services
from tests.conftest import Cast, add_samples, client_of
from tests.quality.gold_scene import ask, caption_hits

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(project: Project, people: Cast) -> Project:
    caption_hits(project)
    add_samples(project, 6)
    publish(project, people, "We keep what you write.")
    ask(project, people.owner, consent_required=True)
    return project


def url(project: Project, *rest: str) -> str:
    return "/".join([f"/api/v1/projects/{project.pk}", *rest])


def publish(project: Project, people: Cast, body: str) -> Any:
    sent = {"body": body}
    return client_of(people.owner).post(url(project, "consent"), sent, format="json").json()


def agree(project: Project, user: Any, version: Any) -> Any:
    sent = {"version": version}
    return client_of(user).post(url(project, "consent", "agree"), sent, format="json")


def mine(project: Project, user: Any) -> Any:
    return client_of(user).get(url(project, "qualification", "me")).json()


def test_nobody_works_before_they_agree(people: Cast, asking: Project) -> None:
    told = mine(asking, people.ada)
    assert told["gate"] == {
        "reason": "consent",
        "message": "Before you begin, read what you agree to.",
        "message_code": "consent_needed",
        "remedy": "Read the text and agree to it.",
        "remedy_code": "consent_needed_remedy",
        "params": {},
        "data": {"version": 1},
    }
    assert told["consent"] == {"version": 1, "body": "We keep what you write.", "agreed": False}
    claimed = services.claim(project=asking, annotator=people.ada)
    assert (claimed.hit, claimed.reason) == (None, "gated")
    assert agree(asking, people.ada, 1).status_code == 204
    told = mine(asking, people.ada)
    assert (told["gate"], told["consent"]["agreed"]) == (None, True)
    assert services.claim(project=asking, annotator=people.ada).hit is not None


def test_a_new_version_asks_everybody_again(people: Cast, asking: Project) -> None:
    agree(asking, people.ada, 1)
    assert publish(asking, people, "We also keep your drafts.")["version"] == 2
    told = mine(asking, people.ada)
    assert (told["gate"]["reason"], told["gate"]["data"]) == ("consent", {"version": 2})
    assert told["consent"]["body"] == "We also keep your drafts."
    agree(asking, people.ada, 2)
    assert mine(asking, people.ada)["gate"] is None


def test_what_is_held_may_be_finished_when_the_text_changes(people: Cast, asking: Project) -> None:
    agree(asking, people.ada, 1)
    held = services.claim(project=asking, annotator=people.ada).hit
    publish(asking, people, "We also keep your drafts.")
    assert services.claim(project=asking, annotator=people.ada).hit == held


@pytest.mark.parametrize("version", [1, 3])
def test_only_the_version_in_force_is_agreed_to(
    people: Cast, asking: Project, version: int
) -> None:
    publish(asking, people, "We also keep your drafts.")
    refused = agree(asking, people.ada, version)
    assert refused.status_code == 409
    error = refused.json()["error"]
    assert (error["code"], error["details"]) == ("consent_changed", {"version": 2})
    assert not Agreement.objects.exists()


@pytest.mark.parametrize("version", [None, 0, "one", 2**40])
def test_what_is_no_version_is_refused(people: Cast, asking: Project, version: Any) -> None:
    refused = agree(asking, people.ada, version)
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "version"


def test_agreeing_twice_is_recorded_once(people: Cast, asking: Project) -> None:
    assert [agree(asking, people.ada, 1).status_code for _ in range(2)] == [204, 204]
    assert Agreement.objects.count() == 1


def test_leads_read_every_version_and_how_many_agreed(people: Cast, asking: Project) -> None:
    agree(asking, people.ada, 1)
    agree(asking, people.ben, 1)
    publish(asking, people, "We also keep your drafts.")
    agree(asking, people.ada, 2)
    listed = client_of(people.reviewer).get(url(asking, "consent")).json()
    assert [(each["version"], each["agreed"]) for each in listed] == [(2, 1), (1, 2)]
    rows = client_of(people.reviewer).get(url(asking, "qualification", "people")).json()
    said = {row["user"]["username"]: row["consent"] for row in rows}
    assert said["ada"]["version"] == 2
    assert said["ben"]["version"] == 1
    assert said["cleo"] is None
    assert AuditEvent.objects.filter(verb="consent.published").count() == 2


def test_leads_and_reviewers_need_not_agree(people: Cast, asking: Project) -> None:
    for user in (people.owner, people.reviewer):
        assert mine(asking, user)["gate"] is None
        assert services.claim(project=asking, annotator=user).hit is not None


def test_nobody_is_asked_to_agree_to_nothing(people: Cast, project: Project) -> None:
    """A switch that silently asked nobody would be worse than a refusal."""
    sent = {"consent_required": True}
    refused = client_of(people.owner).put(url(project, "qualification"), sent, format="json")
    assert refused.status_code == 422
    assert refused.json()["error"]["fields"][0]["path"] == "consent_required"
    assert agree(project, people.ada, 1).status_code == 404


def test_an_empty_text_is_no_text(people: Cast, project: Project) -> None:
    for body in ("", " \n", "a\u0000", "x" * 100_001):
        sent = {"body": body}
        refused = client_of(people.owner).post(url(project, "consent"), sent, format="json")
        assert refused.status_code == 422
    assert not ConsentText.objects.exists()
