"""Coming in: what an address alone can and cannot do.

Catches: a token that works twice, too late, in another browser or at another door; a lead who opens
the link and is turned into a worker; an account with more rights than the work; a lead of one
project who comes into another as its worker.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from annotate.crowd.models import Channel, Participation
from annotate.crowd.services import channels
from annotate.people.models import PlatformRecord
from annotate.projects import services as project_services
from annotate.projects.models import AuditEvent, Project
from tests.conftest import Cast, client_of

pytestmark = pytest.mark.django_db
NewChannel = Callable[..., Channel]


@pytest.fixture
def channel(new_channel: NewChannel) -> Channel:
    return new_channel("link", code_completed="DONE")


def knock(channel: Channel, client: Client, person: str = "ann", session: str = "s1") -> Any:
    """Open the link; the answer is the redirect to the token, or a page."""
    return client.get(f"/enter/{channel.slug}?participant={person}&session={session}")


def come_in(channel: Channel, client: Client, person: str = "ann", session: str = "s1") -> Any:
    """Open the link and follow it to its end."""
    first = knock(channel, client, person, session)
    return client.get(first["Location"]) if first.status_code == 302 else first


@pytest.mark.parametrize("door", ["nowhere", "%00", "a%00b", "%ff", "%0a", "é"])
def test_an_unknown_door_is_a_page_that_says_so(door: str) -> None:
    assert Client().get(f"/enter/{door}/token").status_code == 404
    assert Client().post(f"/api/v1/crowd/webhooks/{door}").status_code == 404
    answer = Client().get(f"/enter/{door}?participant=a&session=b")
    assert answer.status_code == 404
    assert "leads nowhere" in answer.content.decode()


def test_a_signed_in_lead_is_told_and_stays_who_they_are(channel: Channel, people: Cast) -> None:
    client = client_of(people.lead)
    answer = come_in(channel, client)
    assert answer.status_code == 409
    assert "You are signed in as Leo" in answer.content.decode()
    assert client.get("/api/v1/session").json()["user"]["username"] == "leo"
    assert not Participation.objects.exists()
    # They may choose to: signing out is an act of their own.
    address = f"/enter/{channel.slug}?participant=ann&session=s1"
    assert client.post(address, {"act": "sign_out"})["Location"] == address
    assert come_in(channel, client).status_code == 302


def test_the_account_has_no_password_and_no_right_but_to_work(
    channel: Channel, work: Project, people: Cast
) -> None:
    client = Client()
    come_in(channel, client)
    user = Participation.objects.get().user
    assert not user.has_usable_password()
    assert (user.is_staff, user.is_superuser, user.may_create_projects) == (False, False, False)
    assert [(m.project, m.role) for m in user.memberships.all()] == [(work, "annotator")]
    record = user.platform_record
    assert (record.platform, record.external_id) == (f"link:{work.pk}", "ann")

    def post(path: str, **data: object) -> int:
        return client.post(f"/api/v1/{path}", data, content_type="application/json").status_code

    _, secret = project_services.invite(
        project=work, actor=people.owner, role="lead", expires_in_days=1, uses=1
    )
    assert client.get("/api/v1/work").status_code == 200
    assert post("projects", name="Mine") == 403
    assert post("me/tokens", name="for ever") == 403
    assert post("me/password", current_password="", new_password="correct-horse-2") == 403
    assert post(f"invitations/{secret}/accept") == 403
    assert client.patch("/api/v1/me", {}, content_type="application/json").status_code == 403
    assert client.get(f"/api/v1/projects/{work.pk}/members").status_code == 403
    assert client.get(f"/api/v1/projects/{work.pk}/channels").status_code == 403


def test_an_ordinary_session_keeps_its_rights(people: Cast) -> None:
    client = client_of(people.ada)
    assert client.post("/api/v1/me/tokens", {"name": "script"}, format="json").status_code == 201


def test_a_lead_of_another_project_cannot_come_in_as_a_worker_of_this_one(
    channel: Channel, work: Project, people: Cast
) -> None:
    """Catches one account for one id everywhere: whoever sets up a channel may type any id."""
    come_in(channel, Client())
    elsewhere = project_services.create_project(
        name="Elsewhere", description="", recipe_name="iiw", changes={}, creator=people.stranger
    )
    trap = channels.make_channel(
        project=elsewhere,
        actor=people.stranger,
        name="Trap",
        adapter="link",
        stage=None,
        settings={},
    )
    client = Client()
    assert come_in(trap, client).status_code == 302
    assert client.get(f"/api/v1/projects/{work.pk}").status_code == 404
    assert PlatformRecord.objects.filter(external_id="ann").count() == 2


def test_another_channel_of_the_project_knows_the_same_person(
    channel: Channel, new_channel: NewChannel
) -> None:
    come_in(channel, Client())
    Participation.objects.update(state="submitted")
    come_in(new_channel("link"), Client(), session="s2")
    assert Participation.objects.values("user").distinct().count() == 1


def test_every_sign_in_by_a_link_is_in_the_audit_trail(channel: Channel) -> None:
    for _ in range(2):
        come_in(channel, Client())
    visit = Participation.objects.get()
    entered = AuditEvent.objects.filter(verb="visit.entered", actor=visit.user)
    assert [event.data["visit"] for event in entered] == [visit.pk, visit.pk]


def test_what_the_platform_vouches_for_is_kept_for_entry_conditions(
    new_channel: NewChannel,
) -> None:
    channel = new_channel(
        "link", vouched_approved=501, vouched_approval_rate=0.95, vouched_locale="en-US"
    )
    come_in(channel, Client())
    user = Participation.objects.get().user
    assert (user.platform_record.approved, user.platform_record.approval_rate) == (501, 0.95)
    assert user.locale == "en-US"


def test_pages_of_entry_are_kept_out_of_caches_and_of_logs_elsewhere(channel: Channel) -> None:
    client = Client()
    answer = knock(channel, client)
    for page in (answer, client.get(answer["Location"])):
        assert page["Cache-Control"] == "no-store"
        assert page["Referrer-Policy"] == "no-referrer"


def test_forms_of_entry_need_the_token_of_their_page(channel: Channel, people: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people.lead, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/enter/{channel.slug}?participant=a&session=b", {"act": "sign_out"})
    assert answer.status_code == 403
