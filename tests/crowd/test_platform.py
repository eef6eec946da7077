"""What leads ask of a platform about visits, and who came."""

import doctest
import importlib
from collections.abc import Callable
from typing import Any

import pytest

from annotate.crowd.models import Channel, Participation
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, client_of
from tests.crowd.deeds import fresh, held
from tests.crowd.stand_ins.mturk import MTurk
from tests.crowd.stand_ins.prolific import STUDY, Prolific
from tests.crowd.work import begin, delivered

pytestmark = pytest.mark.django_db
NewChannel = Callable[..., Channel]
WHY = (
    "None of your descriptions says anything about the image that was shown; each of them is the"
    " same sentence."
)


def ask(people: Cast, channel: Channel, what: str, body: Any = None) -> Any:
    address = f"/api/v1/projects/{channel.project_id}/channels/{channel.pk}/{what}"
    return client_of(people.owner).post(address, body or {}, format="json")


def test_leads_see_who_came_and_what_they_handed_in(
    study: Channel, people: Cast, prolific: Prolific
) -> None:
    prolific.begin("s1", "ann")
    delivered(study, "ann", "s1", study=STUDY)
    address = f"/api/v1/projects/{study.project_id}/channels/{study.pk}/visits"
    (row,) = client_of(people.owner).get(address).json()["results"]
    assert (row["person"], row["session"], row["verified"]) == ("ann", "s1", True)
    assert (row["state"], row["outcome"], row["delivered"]) == ("submitted", "completed", 1)


def test_a_lead_learns_whether_the_secrets_work(
    study: Channel, turk: Channel, people: Cast, prolific: Prolific, mturk: MTurk
) -> None:
    said = ask(people, study, "check").json()["message"]
    assert said == "The token works: the study “Captions” is ACTIVE and has 10 places."
    assert ask(people, turk, "check").json()["message"].endswith("10.00 USD.")
    client_of(people.owner).patch(
        f"/api/v1/projects/{study.project_id}/channels/{study.pk}",
        {"settings": {"api_token": "wrong"}},
        format="json",
    )
    error = ask(people, study, "check").json()["error"]
    assert error["code"] == "platform_refused"
    assert error["message"].startswith("Prolific answered 401")


def test_a_channel_without_an_api_says_so(new_channel: NewChannel, people: Cast) -> None:
    assert ask(people, new_channel("link"), "check").status_code == 409


def test_a_rejection_goes_to_the_platform_and_ends_the_visit(
    study: Channel, work: Project, people: Cast, prolific: Prolific
) -> None:
    prolific.begin("s1", "ann")
    visit = delivered(study, "ann", "s1", study=STUDY)
    prolific.submissions["s1"]["status"] = "AWAITING REVIEW"
    rejection = {"message": WHY, "category": "LOW_EFFORT"}
    answer = ask(people, study, f"visits/{visit.pk}/reject", rejection)
    assert (answer.status_code, answer.json()["state"]) == (200, "rejected")
    assert prolific.submissions["s1"]["status"] == "REJECTED"
    assert AuditEvent.objects.filter(verb="visit.rejected", data__category="LOW_EFFORT").exists()


@pytest.mark.parametrize(("message", "category"), [("Too short.", "LOW_EFFORT"), (WHY, "UGLY")])
def test_a_rejection_the_platform_would_refuse_changes_nothing(
    study: Channel, people: Cast, prolific: Prolific, message: str, category: str
) -> None:
    prolific.begin("s1", "ann")
    visit = delivered(study, "ann", "s1", study=STUDY)
    body = {"message": message, "category": category}
    answer = ask(people, study, f"visits/{visit.pk}/reject", body)
    assert answer.json()["error"]["code"] == "platform_refused"
    assert fresh(visit).state == "submitted"
    assert prolific.submissions["s1"]["status"] == "ACTIVE"


def test_asking_for_a_return_changes_nothing_until_the_person_does(
    study: Channel, people: Cast, prolific: Prolific
) -> None:
    prolific.begin("s1", "ann")
    visit = begin(study, "ann", "s1", study=STUDY)
    body = {"reasons": ["Withdrew consent"]}
    assert ask(people, study, f"visits/{visit.pk}/request-return", body).status_code == 200
    assert prolific.submissions["s1"]["return_requested"] == ["Withdrew consent"]
    assert fresh(visit).state == "arrived"


def test_mechanical_turk_rejects_and_cannot_ask_back(
    turk: Channel, work: Project, people: Cast, mturk: MTurk
) -> None:
    visit = delivered(turk, "W1", "A1", hit="H1")
    refused = ask(people, turk, f"visits/{visit.pk}/request-return", {"reasons": ["x"]})
    assert "no way" in refused.json()["error"]["message"]
    assert ask(people, turk, f"visits/{visit.pk}/reject", {"message": "No."}).status_code == 200
    assert mturk.status["A1"] == "Rejected: No."
    assert (fresh(visit).state, held(work)) == ("rejected", 0)
    assert Participation.objects.count() == 1


@pytest.mark.parametrize(
    "name",
    [
        "annotate.core.csv_files",
        "annotate.crowd.adapters.mturk",
        "annotate.crowd.adapters.prolific",
        "annotate.crowd.pay",
    ],
)
def test_the_worked_examples_hold(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
