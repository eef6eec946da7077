"""Who may begin: each condition in its order, with what can be done about it."""

from typing import Any

import pytest

from annotate.people.models import PlatformRecord, User
from annotate.projects.models import AuditEvent, Project
from annotate.workflow import services
from annotate.workflow.models import Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.quality.gold_scene import (
    ask,
    caption_hits,
    captions_and_votes,
    do,
    newcomer,
    put_gold,
)
from tests.quality.scene import captioned, give, sentence
from tests.workflow.hit_acts import claim_hit

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_project(project: Project) -> Project:
    caption_hits(project)
    add_samples(project, 8)
    return project


def me(project: Project, user: User) -> Any:
    return client_of(user).get(f"/api/v1/projects/{project.pk}/qualification/me").json()


def gate(project: Project, user: User) -> Any:
    found = me(project, user)["gate"]
    claimed = client_of(user).post(f"/api/v1/projects/{project.pk}/claim", {}, format="json")
    assert claimed.json()["gate"] == found, "a claim says the same"
    listed = client_of(user).get("/api/v1/work").json()["projects"]
    assert [each["gate"] for each in listed if each["id"] == project.pk] == [found]
    return found


def judged(project: Project, user: User, *verdicts: str) -> None:
    """Let somebody have so many answers, with these verdicts."""
    for sample, verdict in zip(add_samples(project, len(verdicts)), verdicts, strict=True):
        given = give(sample, user, captioned(sentence(sample.pk)))
        Assignment.objects.filter(pk=given.pk).update(verdict=verdict)


def test_without_conditions_everybody_may_begin(people: Cast, open_project: Project) -> None:
    assert me(open_project, people.ada) == {
        "gate": None,
        "consent": None,
        "guidelines": None,
        "practice": None,
        "test": None,
    }
    assert not open_project.is_gated


def test_each_condition_in_its_order(people: Cast, open_project: Project) -> None:
    """Language, history, consent, practice, test: what cannot be changed comes first."""
    body = {"body": "We keep what you write."}
    base = f"/api/v1/projects/{open_project.pk}"
    client_of(people.owner).post(f"{base}/consent", body, format="json")
    put_gold(open_project, people.owner, 2, uses=["practice", "test"])
    nora = newcomer(open_project)
    everything = {
        "locales": ["en"],
        "min_approved": 1,
        "consent_required": True,
        "practice": {"enabled": True},
        "test": {"enabled": True},
    }
    reasons = {
        "locales": "locale",
        "min_approved": "history",
        "consent_required": "consent",
        "practice": "practice",
        "test": "test",
    }
    while everything:
        ask(open_project, people.owner, **everything)
        first = next(iter(everything))
        found = gate(open_project, nora)
        assert found["reason"] == reasons[first]
        assert found["message"].endswith(".")
        assert found["remedy"].endswith(".")
        del everything[first]
    ask(open_project, people.owner)
    assert gate(open_project, nora) is None


def test_who_speaks_another_language_is_told(people: Cast, open_project: Project) -> None:
    ask(open_project, people.owner, locales=["en", "de"])
    found = gate(open_project, newcomer(open_project, locale="fr"))
    assert found["data"] == {"locales": ["en", "de"], "yours": "fr"}
    assert "en, de" in found["message"]
    assert me(open_project, newcomer(open_project, "gitte", locale="de-AT"))["gate"] is None


def test_own_history_counts_in_every_project(
    people: Cast, open_project: Project, new_project: Any
) -> None:
    """Two of three judged answers approved: 66.7%. What was not judged counts for nothing."""
    elsewhere = new_project(name="Elsewhere")
    caption_hits(elsewhere)
    judged(elsewhere, people.ada, "approved", "approved", "rejected", "unreviewed")
    ask(open_project, people.owner, min_approved=3, min_approval_rate=0.6)
    found = gate(open_project, people.ada)
    assert found["message"] == (
        "This project asks for experience: at least 3 approved answers and at least 60% of your"
        " judged answers approved."
    )
    assert found["remedy"].startswith("You have 2 approved answers here, 66.7% of those judged.")
    assert (found["data"]["approved"], found["data"]["min_approved"]) == (2, 3)
    ask(open_project, people.owner, min_approved=2, min_approval_rate=0.7)
    assert gate(open_project, people.ada)["data"]["approval_rate"] == pytest.approx(2 / 3)
    ask(open_project, people.owner, min_approved=2, min_approval_rate=2 / 3)
    assert me(open_project, people.ada)["gate"] is None


def test_only_what_is_asked_is_said(people: Cast, open_project: Project) -> None:
    ask(open_project, people.owner, min_approved=1)
    found = gate(open_project, people.ada)
    assert found["message"] == "This project asks for experience: at least 1 approved answer."
    assert found["remedy"].startswith("None of your answers here has been judged yet.")


def test_the_history_on_the_platform_counts_as_well(people: Cast, open_project: Project) -> None:
    ask(open_project, people.owner, min_approved=501, min_approval_rate=0.95)
    record = PlatformRecord.objects.create(
        user=people.ada, platform="prolific", external_id="a", approved=501, approval_rate=0.94
    )
    assert gate(open_project, people.ada)["reason"] == "history"
    record.approval_rate = 0.95
    record.save()
    assert me(open_project, people.ada)["gate"] is None
    PlatformRecord.objects.create(
        user=people.ben, platform="prolific", external_id="b", approved=None, approval_rate=1.0
    )
    assert gate(open_project, people.ben)["reason"] == "history"


def test_leads_and_reviewers_try_everything_out(people: Cast, open_project: Project) -> None:
    put_gold(open_project, people.owner, 2, uses=["practice", "test"])
    ask(
        open_project,
        people.owner,
        locales=["xx"],
        min_approved=500,
        practice={"enabled": True},
        test={"enabled": True},
    )
    for user in (people.owner, people.lead, people.reviewer):
        assert me(open_project, user)["gate"] is None
        assert services.claim(project=open_project, annotator=user).hit is not None


def test_practice_and_tests_without_tasks_keep_nobody(people: Cast, open_project: Project) -> None:
    put_gold(open_project, people.owner, 2, uses=["mixed"])
    ask(open_project, people.owner, practice={"enabled": True}, test={"enabled": True})
    told = me(open_project, people.ada)
    assert (told["gate"], told["practice"], told["test"]) == (None, None, None)


def test_each_stage_has_gates_of_its_own(people: Cast, project: Project) -> None:
    """Who has not practised captions may vote."""
    captions_and_votes(project)
    add_samples(project, 2)
    do(claim_hit(project, people.ben))
    put_gold(project, people.owner, 1, uses=["practice"])
    add_samples(project, 1)
    ask(project, people.owner, practice={"enabled": True})
    assert claim_hit(project, people.ada).stage_key == "vote"
    claimed = services.claim(project=project, annotator=people.cleo, stage_key="caption")
    assert claimed.gate is not None
    assert (claimed.reason, claimed.gate.data["stage"]) == ("gated", "caption")


def test_what_leads_ask_is_kept_and_audited(people: Cast, open_project: Project) -> None:
    url = f"/api/v1/projects/{open_project.pk}/qualification"
    owner = client_of(people.owner)
    before = owner.get(url).json()
    assert (before["min_approved"], before["test"]["pass_mark"]) == (0, 0.8)
    saved = owner.put(url, before | {"min_approved": 3}, format="json").json()
    assert saved == before | {"min_approved": 3}
    assert client_of(people.reviewer).get(url).json() == saved
    open_project.refresh_from_db()
    assert open_project.is_gated
    assert AuditEvent.objects.filter(verb="entry_conditions.changed").count() == 1
    refused = owner.put(url, {"test": {"size": 0}, "wish": 1}, format="json")
    assert {each["path"] for each in refused.json()["error"]["fields"]} == {"test.size", "wish"}
    owner.put(url, {}, format="json")
    open_project.refresh_from_db()
    assert not open_project.is_gated
