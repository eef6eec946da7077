"""Magic links: one person, one use, an end."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client
from pytest_django import Settings

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.mail import MailDown
from annotate.crowd.models import Channel, MagicLink, Participation
from annotate.crowd.services.link_mails import JOB, RETRY_SECONDS, SCOPE
from annotate.projects.models import Project
from tests.conftest import Cast, Clock, client_of
from tests.crowd.deeds import GREEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def friends(new_channel: Callable[..., Channel]) -> Channel:
    return new_channel("invite", days=3)


def make(friends: Channel, people: Cast, **values: Any) -> dict[str, Any]:
    address = f"/api/v1/projects/{friends.project_id}/channels/{friends.pk}/links"
    answer = client_of(people.owner).post(address, values, format="json")
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def path_of(link: dict[str, Any]) -> str:
    parts = urlsplit(link["url"])
    return f"{parts.path}?{parts.query}"


def test_a_link_lets_its_person_in_once(friends: Channel, people: Cast, work: Project) -> None:
    path = path_of(make(friends, people, name="Ann"))
    client = Client()
    assert client.post(path, {"act": "begin"}).status_code == 302
    visit = Participation.objects.get()
    assert visit.user.display_name == "Ann"
    assert client.get("/api/v1/crowd/participation").json()["next"] == "claim"
    assert Client().post(path, {"act": "begin"}).status_code == 403
    assert Client().get(path).status_code == 403


def test_looking_at_a_link_does_not_use_it_up(friends: Channel, people: Cast) -> None:
    """Catches mail programs that open every address they see."""
    path = path_of(make(friends, people))
    for _ in range(2):
        page = Client().get(path)
        assert page.status_code == 200
        assert "Begin" in page.content.decode()
    assert MagicLink.objects.get().used_at is None
    assert Client().post(path, {"act": "begin"}).status_code == 302


def test_a_link_ends(friends: Channel, people: Cast, time: Clock) -> None:
    path = path_of(make(friends, people))
    time.forward(days=3, minutes=1)
    assert Client().post(path).status_code == 403


def test_a_link_that_lets_nobody_in_is_not_used_up(friends: Channel, people: Cast) -> None:
    path = path_of(make(friends, people))
    Channel.objects.update(state="closed")
    assert Client().post(path).status_code == 409
    Channel.objects.update(state="open")
    assert Client().post(path).status_code == 302


def test_the_next_link_for_an_address_leads_to_the_same_account(
    friends: Channel, people: Cast
) -> None:
    for spelling in ("ann@example.org", "Ann@Example.org"):
        Client().post(path_of(make(friends, people, email=spelling)))
    assert Participation.objects.count() == 2
    assert Participation.objects.values("user").distinct().count() == 1


def test_only_the_hash_of_a_link_is_kept(friends: Channel, people: Cast) -> None:
    link = make(friends, people, name="Ann")
    secret = link["url"].split("link=")[1]
    kept = MagicLink.objects.values().get()
    assert secret not in str(kept)
    address = f"/api/v1/projects/{friends.project_id}/channels/{friends.pk}/links"
    listed = client_of(people.owner).get(address)
    assert secret not in listed.content.decode()
    assert listed.json()["results"][0]["name"] == "Ann"


def test_a_link_can_be_withdrawn_until_it_is_used(friends: Channel, people: Cast) -> None:
    owner = client_of(people.owner)
    base = f"/api/v1/projects/{friends.project_id}/channels/{friends.pk}/links"
    link = make(friends, people)
    assert owner.delete(f"{base}/{link['id']}").status_code == 204
    assert Client().post(path_of(link)).status_code == 403
    used = make(friends, people)
    Client().post(path_of(used))
    assert owner.delete(f"{base}/{used['id']}").status_code == 404


@pytest.fixture
def mail_server(settings: Settings) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"


def run_job() -> None:
    """Send what is due, as the worker does."""
    job_services.run(job_services.start(name=JOB, scope=SCOPE, payload={}).pk)


def state_of(friends: Channel, people: Cast) -> str:
    address = f"/api/v1/projects/{friends.project_id}/channels/{friends.pk}/links"
    said: str = client_of(people.owner).get(address).json()["results"][0]["mail"]
    return said


@pytest.mark.usefixtures("mail_server")
def test_a_link_is_mailed_by_a_job(friends: Channel, people: Cast) -> None:
    link = make(friends, people, email="ann@example.org", send=True)
    assert (link["mail"], link["mailed_at"], mail.outbox) == ("sending", None, [])
    run_job()
    run_job()
    (sent,) = mail.outbox
    assert sent.to == ["ann@example.org"]
    assert f"https://annotate.example.org{path_of(link)}" in sent.body
    assert state_of(friends, people) == "sent"


@pytest.mark.usefixtures("mail_server")
def test_the_secret_of_a_link_is_kept_sealed_and_only_until_it_is_mailed(
    friends: Channel, people: Cast
) -> None:
    secret = make(friends, people, email="ann@example.org", send=True)["url"].split("link=")[1]
    waiting = MagicLink.objects.values().get()
    assert waiting["sealed"]
    assert secret not in str(waiting)
    assert secret not in str(list(Job.objects.values()))
    run_job()
    assert MagicLink.objects.get().sealed == ""


@pytest.mark.usefixtures("mail_server")
def test_a_link_that_was_used_meanwhile_is_not_mailed(friends: Channel, people: Cast) -> None:
    link = make(friends, people, email="ann@example.org", send=True)
    Client().post(path_of(link), {"act": "begin"})
    assert MagicLink.objects.get().sealed == ""
    run_job()
    assert mail.outbox == []


@pytest.mark.usefixtures("mail_server")
def test_a_link_is_tried_again_while_the_server_takes_nothing_and_then_given_up(
    friends: Channel, people: Cast, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(**_: object) -> None:
        raise MailDown

    monkeypatch.setattr("annotate.core.mail.send", down)
    make(friends, people, email="ann@example.org", send=True)
    for seconds in RETRY_SECONDS:
        run_job()
        assert state_of(friends, people) == "sending"
        time.forward(seconds=seconds)
    run_job()
    assert state_of(friends, people) == "failed"
    assert MagicLink.objects.get().sealed == ""


@pytest.mark.usefixtures("mail_server")
def test_a_link_whose_secret_cannot_be_read_any_more_is_given_up(
    friends: Channel, people: Cast, settings: Settings
) -> None:
    make(friends, people, email="ann@example.org", send=True)
    settings.SECRET_KEY = "another"
    run_job()
    assert (MagicLink.objects.get().mail_failed, mail.outbox) == (True, [])


def test_without_mail_the_lead_is_told_that_nothing_was_sent(
    friends: Channel, people: Cast, settings: Settings
) -> None:
    settings.EMAIL_URL = ""
    assert make(friends, people, email="ann@example.org", send=True)["mail"] == "none"
    run_job()
    assert mail.outbox == []


def test_other_channels_have_no_magic_links(
    new_channel: Callable[..., Channel], people: Cast
) -> None:
    channel = new_channel("link")
    address = f"/api/v1/projects/{channel.project_id}/channels/{channel.pk}/links"
    assert client_of(people.owner).post(address, {}, format="json").status_code == 409
    assert Client().get(f"/enter/{channel.slug}?link=abc").status_code == 422


def test_without_a_link_the_address_only_says_what_the_project_is(friends: Channel) -> None:
    page = Client().get(f"/enter/{friends.slug}")
    assert page.status_code == 200
    assert "you need a link of your own" in page.content.decode()
    assert "<form" not in page.content.decode()


def test_invited_people_work_as_long_as_there_is_work(
    friends: Channel, people: Cast, work: Project
) -> None:
    client = Client()
    client.post(path_of(make(friends, people)))
    for _ in range(2):
        hit = client.post(
            f"/api/v1/projects/{work.pk}/claim", {}, content_type="application/json"
        ).json()["hit"]
        answers = [
            {"assignment": each["id"], "answer": {"text": GREEN}, "active_seconds": 1}
            for each in hit["assignments"]
        ]
        body = {"key": str(uuid.uuid4()), "answers": answers}
        address = f"/api/v1/hits/{hit['id']}/submit"
        assert client.post(address, body, content_type="application/json").status_code == 200
        assert client.get(f"/api/v1/hits/{hit['id']}/completion").json()["kind"] == "none"
    assert Participation.objects.get().deliveries.count() == 2
    assert client.post("/api/v1/crowd/participation/finish").json()["next"] == "done"
