"""Invitations by mail: sent by a job, used once, sent again with another link, bounded per day."""

import re
from typing import Any

import pytest
from django.core import mail as outbox
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.core import mail as core_mail
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Invitation, Membership, Project
from annotate.projects.services import mailed_invitations
from annotate.projects.tasks import send_due_invitations
from tests.conftest import PASSWORD, Cast, Clock, client_of
from tests.notifications.acts import mail_server_down
from tests.projects.receiving import Idle

pytestmark = pytest.mark.django_db
EVA = "eva@example.org"


@pytest.fixture(autouse=True)
def mail_server(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"


def invite(project: Project, by: User, *addresses: str) -> Any:
    url = f"/api/v1/projects/{project.pk}/invitees"
    body = {"entries": list(addresses), "role": "reviewer"}
    return client_of(by).post(url, body, format="json")


def send() -> list[Any]:
    before = len(outbox.outbox)
    mailed_invitations.send_due({}, Idle())
    return outbox.outbox[before:]


def secret_in(mail: Any) -> str:
    found = re.search(r"https://annotate\.example\.org/invite/(\S+)", mail.body)
    assert found is not None
    return found[1]


def sent_to_eva(project: Project, by: User) -> str:
    """Invite Eva; return the secret in her mail."""
    assert invite(project, by, EVA).status_code == 201
    (mail,) = send()
    return secret_in(mail)


def listed(project: Project, by: User) -> list[dict[str, Any]]:
    url = f"/api/v1/projects/{project.pk}/mailed-invitations"
    rows: list[dict[str, Any]] = client_of(by).get(url).json()
    return rows


def state(project: Project, by: User) -> str:
    [row] = listed(project, by)
    return str(row["state"])


def again(project: Project, by: User) -> Any:
    number = Invitation.objects.get().pk
    url = f"/api/v1/projects/{project.pk}/mailed-invitations/{number}/send"
    return client_of(by).post(url)


def renew(project: Project, by: User) -> Any:
    number = Invitation.objects.get().pk
    return client_of(by).post(f"/api/v1/projects/{project.pk}/invitations/{number}/renew")


def accept(secret: str) -> int:
    body = {"username": "eva", "password": PASSWORD}
    url = f"/api/v1/invitations/{secret}/accept"
    return int(APIClient().post(url, body, format="json").status_code)


def test_an_address_gets_a_link_that_lets_one_person_in(
    people: Cast, project: Project, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        invite(project, people.owner, EVA)
    assert outbox.outbox == []  # nobody waits for a mail server
    assert Job.objects.filter(name="projects.send_invitations").exists()
    (mail,) = send()
    assert mail.to == [EVA]
    assert "Olga invites you" in mail.body
    assert "Street scenes" in mail.subject
    assert state(project, people.owner) == "sent"
    assert accept(secret_in(mail)) == 200
    assert Membership.objects.get(user__username="eva").role == "reviewer"
    assert state(project, people.owner) == "accepted"
    assert accept(secret_in(mail)) == 404


def test_the_mail_is_in_the_language_of_who_invites(people: Cast, project: Project) -> None:
    User.objects.filter(pk=people.owner.pk).update(locale="de")
    invite(project, people.owner, EVA)
    (mail,) = send()
    assert mail.subject.startswith("Eine Einladung zu")


def test_the_mail_is_in_the_language_that_was_chosen_also_when_it_is_sent_again(
    people: Cast, project: Project
) -> None:
    url = f"/api/v1/projects/{project.pk}/invitees"
    body = {"entries": [EVA], "role": "annotator", "language": "de"}
    made = client_of(people.owner).post(url, body, format="json").json()
    assert made["mailed"][0]["language"] == "de"
    assert again(project, people.owner).status_code == 200
    (mail,) = send()
    assert mail.subject.startswith("Eine Einladung zu")


def test_a_language_that_no_mail_is_written_in_is_refused(people: Cast, project: Project) -> None:
    url = f"/api/v1/projects/{project.pk}/invitees"
    body = {"entries": [EVA], "role": "annotator", "language": "tlh"}
    refused = client_of(people.owner).post(url, body, format="json")
    assert refused.json()["error"]["fields"][0]["path"] == "language"
    assert not Invitation.objects.exists()


def test_a_name_of_a_project_gets_no_further_into_a_mail_than_one_line(
    people: Cast, project: Project
) -> None:
    Project.objects.update(name="Kites\nBcc: everybody@example.org")
    invite(project, people.owner, EVA)
    (mail,) = send()
    assert mail.recipients() == [EVA]
    assert "\n" not in mail.subject


def test_no_secret_is_in_a_row_a_list_or_a_log(
    people: Cast, project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    secret = sent_to_eva(project, people.owner)
    rows = [*Job.objects.values(), *Invitation.objects.values(), *AuditEvent.objects.values()]
    assert secret not in str(rows) + str(listed(project, people.owner)) + caplog.text


def test_links_to_hand_on_and_mailed_ones_stand_in_lists_of_their_own(
    people: Cast, project: Project
) -> None:
    sent_to_eva(project, people.owner)
    base = f"/api/v1/projects/{project.pk}/invitations"
    assert client_of(people.owner).get(base).json() == []
    number = listed(project, people.owner)[0]["id"]
    assert client_of(people.owner).delete(f"{base}/{number}").status_code == 204
    assert listed(project, people.owner) == []


def test_a_withdrawn_invitation_is_not_mailed(people: Cast, project: Project) -> None:
    invite(project, people.owner, EVA)
    number = Invitation.objects.get().pk
    client_of(people.owner).delete(f"/api/v1/projects/{project.pk}/invitations/{number}")
    assert send() == []


def test_it_is_over_after_a_fortnight_and_is_sent_again_with_another_link(
    people: Cast, project: Project, time: Clock
) -> None:
    first = sent_to_eva(project, people.owner)
    time.forward(days=14)
    assert state(project, people.owner) == "expired"
    assert accept(first) == 404
    assert again(project, people.owner).json()["state"] == "sending"
    (mail,) = send()
    assert state(project, people.owner) == "sent"
    assert accept(first) == 404
    assert accept(secret_in(mail)) == 200


def test_what_was_accepted_is_not_sent_again(people: Cast, project: Project) -> None:
    accept(sent_to_eva(project, people.owner))
    refused = again(project, people.owner)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "invitation_accepted")
    assert send() == []


def test_who_accepts_an_earlier_link_gets_no_further_mail(people: Cast, project: Project) -> None:
    first = sent_to_eva(project, people.owner)
    again(project, people.owner)
    assert accept(first) == 200
    assert send() == []
    assert state(project, people.owner) == "accepted"


def test_a_link_to_hand_on_is_not_one_that_is_mailed(people: Cast, project: Project) -> None:
    client_of(people.owner).post(
        f"/api/v1/projects/{project.pk}/invitations", {"role": "annotator"}, format="json"
    )
    assert again(project, people.owner).status_code == 404


def test_inviting_an_address_again_keeps_one_invitation(people: Cast, project: Project) -> None:
    first = sent_to_eva(project, people.owner)
    second = sent_to_eva(project, people.lead)
    assert Invitation.objects.count() == 1
    assert accept(first) == 404
    assert accept(second) == 200


def test_a_mail_server_that_is_down_is_asked_again_and_then_it_has_failed(
    people: Cast, project: Project, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(project, people.owner, EVA)
    with mail_server_down(monkeypatch) as tried:
        send()
        send()
        assert len(tried) == 1
        assert state(project, people.owner) == "sending"
        for _ in range(8):
            time.forward(hours=6)
            send_due_invitations()
            send()
    assert len(tried) == 6
    assert state(project, people.owner) == "failed"
    again(project, people.owner)
    assert len(send()) == 1


def test_an_address_that_takes_no_mail_has_failed_at_once(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise core_mail.MailRefused

    invite(project, people.owner, EVA)
    monkeypatch.setattr(core_mail, "send", refuse)
    send()
    assert state(project, people.owner) == "failed"


def test_two_workers_send_one_mail(people: Cast, project: Project) -> None:
    invite(project, people.owner, EVA)
    seen = Invitation.objects.get()
    assert mailed_invitations._take(seen) is not None
    assert mailed_invitations._take(seen) is None


# --- A link again -------------------------------------------------------------------------------


def test_the_link_of_an_invitation_is_made_anew_and_the_one_before_ends(
    people: Cast, project: Project
) -> None:
    first = sent_to_eva(project, people.owner)
    renewed = renew(project, people.owner)
    assert renewed.status_code == 200
    assert accept(first) == 404
    assert accept(renewed.json()["url"].removeprefix("/invite/")) == 200


def test_there_is_no_other_link_for_what_is_over_used_up_or_being_mailed(
    people: Cast, project: Project, time: Clock
) -> None:
    invite(project, people.owner, EVA)
    assert renew(project, people.owner).status_code == 409
    (mail,) = send()
    accept(secret_in(mail))
    assert renew(project, people.owner).status_code == 409
    Invitation.objects.update(uses_left=1)
    time.forward(days=14)
    assert renew(project, people.owner).json()["error"]["code"] == "invitation_not_renewed"


# --- How much ------------------------------------------------------------------------------------


def test_a_project_mails_so_many_invitations_a_day(
    people: Cast, project: Project, settings: Settings, time: Clock
) -> None:
    settings.INVITATION_MAILS_PER_DAY = 3
    assert invite(project, people.owner, "a@example.org", "b@example.org").status_code == 201
    refused = invite(project, people.lead, "c@example.org", "d@example.org")
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "throttled")
    assert refused.json()["error"]["params"] == {"limit": 3, "left": 1}
    assert Invitation.objects.count() == 2
    Invitation.objects.all().delete()  # what was sent stays counted
    assert invite(project, people.owner, "c@example.org", "d@example.org").status_code == 429
    time.forward(days=1)
    assert invite(project, people.owner, "c@example.org", "d@example.org").status_code == 201


def test_a_lead_mails_no_more_from_many_projects(
    people: Cast, new_project: Any, settings: Settings
) -> None:
    settings.INVITATION_MAILS_PER_DAY = 2
    for name in ("One", "Two"):
        assert invite(new_project(name=name), people.owner, EVA).status_code == 201
    assert invite(new_project(name="Three"), people.owner, EVA).status_code == 429


def test_one_address_gets_three_mails_a_day(people: Cast, project: Project, time: Clock) -> None:
    sent_to_eva(project, people.owner)
    assert [again(project, people.owner).status_code for _ in range(3)] == [200, 200, 429]
    assert invite(project, people.owner, EVA).json()["error"]["message_code"] == (
        "address_mailed_often"
    )
    time.forward(days=1)
    assert again(project, people.owner).status_code == 200


def test_without_mail_nothing_is_sent_again(
    people: Cast, project: Project, settings: Settings
) -> None:
    sent_to_eva(project, people.owner)
    settings.EMAIL_URL = ""
    assert again(project, people.owner).status_code == 409
