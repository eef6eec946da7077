"""Notifications by mail: at once or once a day, in one's language, and nothing lost on the way."""

import smtplib
from typing import Any

import pytest
from django.core import mail as outbox
from pytest_django import Settings

from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.notifications.models import Notification
from annotate.notifications.services import waking
from annotate.notifications.services.mailing import RETRY_SECONDS
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from tests.conftest import Cast, Clock, client_of
from tests.notifications.acts import URL, end_job, mail_server_down, said_to, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("addresses")]


def choose(user: User, kind: str, **changes: Any) -> None:
    answer = client_of(user).patch(f"{URL}/choices/{kind}", changes, format="json")
    assert answer.status_code == 200


def test_a_failed_job_is_mailed_at_once_and_once(
    project: Project, people: Cast, time: Clock
) -> None:
    end_job(project, people.lead, failed=True)
    (sent,) = send()
    assert sent.to == ["leo@example.org"]
    assert sent.subject == "Street scenes: Exporting has failed."
    assert f"https://annotate.example.org/projects/{project.pk}/export" in sent.body
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"
    time.forward(hours=5)
    assert send() == []


def test_what_fails_again_within_the_hour_is_mailed_when_it_is_over(
    project: Project, people: Cast, time: Clock
) -> None:
    end_job(project, people.lead, failed=True)
    send()
    for _ in range(3):
        time.forward(minutes=5)
        end_job(project, people.lead, failed=True)
        assert send() == []
    time.forward(minutes=46)
    assert [each.subject for each in send()] == ["Street scenes: Exporting has failed 4 times."]


def test_the_daily_mail_gathers_what_happened_and_comes_at_its_hour(
    project: Project, people: Cast, time: Clock, settings: Settings
) -> None:
    settings.DIGEST_HOUR = 6
    choose(people.lead, "job_done", mail="daily")
    end_job(project, people.lead)
    end_job(project, people.lead, name="exchange.import")
    time.forward(hours=20, minutes=59)  # it was nine
    assert send() == []
    time.forward(minutes=1)
    (sent,) = send()
    assert sent.subject == "2 things to know in your projects"
    assert "Exporting is finished." in sent.body
    assert "Importing is finished." in sent.body


def test_what_was_read_before_is_not_mailed(project: Project, people: Cast, time: Clock) -> None:
    choose(people.lead, "job_done", mail="daily")
    end_job(project, people.lead)
    client_of(people.lead).post(f"{URL}/read")
    time.forward(days=2)
    assert send() == []


def test_mail_is_in_the_language_of_the_person(project: Project, people: Cast) -> None:
    client_of(people.lead).patch("/api/v1/me", {"preferences": {"language": "de"}}, format="json")
    end_job(project, people.lead, failed=True)
    (sent,) = send()
    assert "Fehlgeschlagen: Export." in sent.body
    assert "Was Ihnen mitgeteilt wird" in sent.body


@pytest.mark.parametrize(("language", "text"), [("en", "1,200"), ("de", "1.200")])
def test_numbers_are_written_as_the_language_does(language: str, text: str) -> None:
    assert text in Message("string_too_long", count=1200).said_in(language)


def test_who_wants_a_kind_by_mail_alone_is_mailed_each_time(
    project: Project, people: Cast, time: Clock
) -> None:
    choose(people.lead, "job_done", is_shown=False, mail="at_once")
    for _ in range(2):
        end_job(project, people.lead)
        assert len(send()) == 1
        assert said_to(people.lead) == []
        time.forward(minutes=1)


def test_a_server_that_is_down_loses_nothing_and_keeps_nobody_waiting(
    project: Project, people: Cast, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (people.lead, people.owner, people.reviewer):
        end_job(project, user, failed=True)
    with mail_server_down(monkeypatch) as tried:
        send()
        assert len(tried) == 1, "after the first refusal the others are left for later"
        for _ in range(5):
            time.forward(seconds=30)
            send()
    time.forward(hours=1)
    assert sorted(each.to[0] for each in send()) == [
        "leo@example.org",
        "olga@example.org",
        "rita@example.org",
    ]
    assert send() == []
    assert len(said_to(people.lead)) == 1


def test_after_days_a_mail_is_given_up_and_what_it_said_stays(
    project: Project, people: Cast, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_job(project, people.lead, failed=True)
    with mail_server_down(monkeypatch) as tried:
        for _ in range(12):
            send()
            time.forward(days=1)
    assert len(tried) == len(RETRY_SECONDS) + 1
    assert send() == []
    assert len(said_to(people.lead)) == 1


def test_an_address_that_the_server_does_not_know_keeps_no_other_waiting(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    deliver = outbox.EmailMessage.send

    def refuse_leo(self: Any, fail_silently: bool = False) -> int:
        if self.to == ["leo@example.org"]:
            raise smtplib.SMTPRecipientsRefused({"leo@example.org": (550, b"no such user")})
        return int(deliver(self, fail_silently))

    monkeypatch.setattr(outbox.EmailMessage, "send", refuse_leo)
    for user in (people.lead, people.owner):
        end_job(project, user, failed=True)
    assert [each.to for each in send()] == [["olga@example.org"]]
    assert not Notification.objects.exclude(mail_at=None).exists()


@pytest.mark.parametrize("address", ["nobody", "a@b\nBcc: c@example.org", "<x>@example.org,"])
def test_an_address_that_is_none_is_never_sent_to(
    project: Project, people: Cast, address: str
) -> None:
    User.objects.filter(pk=people.lead.pk).update(email=address)
    end_job(project, people.lead, failed=True)
    assert send() == []
    assert len(said_to(people.lead)) == 1


def test_a_name_of_a_project_adds_no_header(project: Project, people: Cast) -> None:
    project.name = "Village\r\nBcc: everybody@example.org\r\n\r\nBuy"
    project.save()
    end_job(project, people.lead, failed=True)
    (sent,) = send()
    assert "\n" not in sent.subject
    assert sent.recipients() == ["leo@example.org"]
    assert sent.message()["Bcc"] is None


def test_a_long_name_makes_no_long_subject(project: Project, people: Cast) -> None:
    project.name = "x" * 200
    project.save()
    end_job(project, people.lead, failed=True)
    (sent,) = send()
    assert len(sent.subject) <= 150


def test_who_lost_access_is_mailed_nothing_of_it(
    project: Project, people: Cast, time: Clock
) -> None:
    end_job(project, people.lead, failed=True)
    Membership.objects.filter(project=project, user=people.lead).update(is_blocked=True)
    assert send() == []
    Membership.objects.filter(project=project, user=people.lead).update(is_blocked=False)
    assert send() == []


def test_without_a_mail_server_nothing_is_kept_for_it(
    project: Project, people: Cast, settings: Settings
) -> None:
    settings.EMAIL_URL = ""
    end_job(project, people.lead, failed=True)
    assert not Notification.objects.exclude(mail_at=None).exists()
    assert len(said_to(people.lead)) == 1
    told = client_of(people.lead).get(f"{URL}/choices").json()
    assert (told["mail_is_set_up"], told["address"]) == (False, "leo@example.org")


def test_one_job_is_started_for_all_that_is_due(project: Project, people: Cast) -> None:
    end_job(project, people.lead, failed=True)
    end_job(project, people.owner, failed=True)
    assert [waking.wake_due(), waking.wake_due()] == [True, True]
    assert Job.objects.filter(name=waking.JOB).count() == 1
    assert outbox.outbox == []
