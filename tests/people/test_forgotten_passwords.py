"""A forgotten password: one link by mail, for one hour, and nothing said of who has an account."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.core.jobs.models import Job
from annotate.people import services
from annotate.people.models import AccountMail, ApiToken, PasswordLink, User
from annotate.people.services import password_resets
from annotate.people.tasks import send_due_mail
from tests.conftest import PASSWORD, Cast, Clock, client_of
from tests.notifications.acts import mail_server_down
from tests.projects.receiving import Idle

pytestmark = pytest.mark.django_db
URL = "/api/v1/password-resets"
FRESH = "quite-another-battery"


@pytest.fixture(autouse=True)
def mail_server(settings: Settings, people: Cast) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"
    settings.PUBLIC_URL = "https://annotate.example.org"
    User.objects.filter(pk=people.ada.pk).update(email="ada@example.org")


def ask(account: str = "ada", client: APIClient | None = None, **more: Any) -> Any:
    return (client or APIClient()).post(URL, {"account": account}, format="json", **more)


def send() -> list[Any]:
    before = len(outbox.outbox)
    password_resets.send_due({}, Idle())
    return outbox.outbox[before:]


def link_sent(account: str = "ada") -> str:
    """Ask for a link; return the secret in the mail."""
    assert ask(account).status_code == 204
    (sent,) = send()
    found = re.search(r"https://annotate\.example\.org/new-password#(\S+)", sent.body)
    assert found is not None
    return found[1]


def use(token: str, password: str = FRESH) -> Any:
    body = {"token": token, "new_password": password}
    return APIClient().post(f"{URL}/use", body, format="json")


def signs_in(password: str) -> bool:
    body = {"username": "ada", "password": password}
    return bool(APIClient().post("/api/v1/session", body, format="json").status_code == 200)


def test_a_link_sets_a_new_password_and_ends_every_session(people: Cast) -> None:
    elsewhere = client_of(people.ada)
    assert elsewhere.get("/api/v1/work").status_code == 200
    assert use(link_sent()).status_code == 204
    assert elsewhere.get("/api/v1/work").status_code == 401
    assert (signs_in(PASSWORD), signs_in(FRESH)) == (False, True)


def test_the_person_is_told_that_their_password_was_set_anew(people: Cast) -> None:
    use(link_sent())
    (told,) = send()
    assert (told.to, told.subject) == (
        ["ada@example.org"],
        "Your password for Annotate was changed",
    )
    assert not AccountMail.objects.exists()


@pytest.mark.parametrize("account", ["ada", "ADA", "ada@example.org", "Ada@Example.org", " ada "])
def test_the_name_or_the_address_is_enough(account: str) -> None:
    assert link_sent(account)


def test_a_link_works_once() -> None:
    token = link_sent()
    assert use(token).status_code == 204
    assert use(token, "yet-another-battery").status_code == 404
    assert signs_in(FRESH)


def test_a_link_works_for_an_hour(time: Clock) -> None:
    token = link_sent()
    time.forward(minutes=59)
    assert use(token, "short").status_code == 422
    time.forward(minutes=1)
    assert use(token).status_code == 404
    assert signs_in(PASSWORD)


@pytest.mark.parametrize("token", ["x", "0" * 43, "a" * 100, "é" * 20])
def test_a_wrong_secret_is_not_found(token: str) -> None:
    link_sent()
    answer = use(token)
    assert answer.status_code == 404
    assert answer.json()["error"]["message"] == "This link does not work any more."


def test_a_weak_password_is_refused_and_the_link_stays_good() -> None:
    token = link_sent()
    answer = use(token, "password")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "new_password"
    assert use(token).status_code == 204


def test_of_two_links_only_the_later_one_works() -> None:
    first, second = link_sent(), link_sent()
    assert use(first).status_code == 404
    assert use(second).status_code == 204


def test_guessing_secrets_ends_in_a_pause(settings: Settings) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 3
    assert [use(f"guess-{number}").status_code for number in range(5)] == [404] * 3 + [429] * 2


def nobody_reached(people: Cast) -> list[str]:
    """Accounts that no mail brings back, and none at all."""
    User.objects.filter(pk=people.ben.pk).update(email="ben@example.org", is_active=False)
    crowd = User(username="from-a-crowd", email="crowd@example.org")
    crowd.set_unusable_password()
    crowd.save()
    return ["nobody", "nobody@example.org", "cleo", "ben", "from-a-crowd", "%", "ada\n"]


def test_asking_says_and_does_the_same_whoever_is_meant(people: Cast, time: Clock) -> None:
    """Equal answers and equal statements: so much time, too, tells nothing of an account."""
    seen = set()
    for account in ["ada", "ada@example.org", *nobody_reached(people)]:
        Job.objects.all().delete()
        with CaptureQueriesContext(connection) as asked:
            answer = ask(account)
        kinds = [re.findall(r"^\w+|people_\w+", query["sql"]) for query in asked]
        seen.add((answer.status_code, answer.content, str(kinds)))
        assert not any("people_user" in query["sql"] for query in asked)
    ((_, _, statements),) = seen
    assert "people_accountmail" in statements


def test_nobody_is_written_to_who_was_not_meant(people: Cast) -> None:
    for account in nobody_reached(people)[:-1]:
        ask(account)
    assert send() == []
    assert not PasswordLink.objects.exists()


def test_one_address_of_two_accounts_gets_a_mail_for_each(people: Cast) -> None:
    User.objects.filter(pk=people.ben.pk).update(email="ada@example.org")
    ask("ada@example.org")
    assert sorted(re.findall("“(.+)”", sent.body)[0] for sent in send()) == ["ada", "ben"]


def test_one_account_gets_three_links_in_an_hour_and_nobody_is_told(time: Clock) -> None:
    assert [ask().status_code for _ in range(5)] == [204] * 5
    assert len(send()) == 3
    time.forward(hours=1)
    ask()
    assert len(send()) == 1


def test_asking_for_many_accounts_ends_in_a_pause() -> None:
    answers = [ask(f"name-{number}").status_code for number in range(22)]
    assert answers == [204] * 20 + [429] * 2


def test_a_page_elsewhere_cannot_ask() -> None:
    strict = APIClient(enforce_csrf_checks=True)
    assert ask(client=strict).status_code == 403
    assert strict.post(f"{URL}/use", {}, format="json").status_code == 403


def test_the_host_of_a_request_gets_into_no_link(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    ask(headers={"host": "evil.example.com", "x-forwarded-host": "evil.example.com"})
    (sent,) = send()
    assert "evil" not in sent.body


def test_no_secret_is_in_a_row_or_a_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    token = link_sent()
    use(token, "short")
    use(token)
    rows = [*Job.objects.values(), *AccountMail.objects.values(), *PasswordLink.objects.values()]
    assert token not in str(rows)
    assert token not in caplog.text


def test_mail_is_in_the_language_of_the_person(people: Cast) -> None:
    User.objects.filter(pk=people.ada.pk).update(locale="de-AT")
    ask()
    (sent,) = send()
    assert sent.subject == "Ein neues Passwort für Annotate"


def test_a_mail_server_that_is_down_is_asked_again(
    time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask()
    with mail_server_down(monkeypatch) as tried:
        send()
        send()
        assert len(tried) == 1
        time.forward(minutes=2)
        assert send_due_mail()
        send()
        assert len(tried) == 2
    time.forward(minutes=6)
    (sent,) = send()
    assert "/new-password#" in sent.body


def test_a_wish_that_no_server_takes_is_forgotten_in_the_end(
    time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask()
    with mail_server_down(monkeypatch):
        for _ in range(8):
            send()
            time.forward(hours=1)
    assert not AccountMail.objects.exists()


def test_links_whose_time_is_over_are_deleted(time: Clock) -> None:
    link_sent()
    time.forward(hours=2)
    send_due_mail()
    assert not PasswordLink.objects.exists()


def test_where_no_mail_is_sent_nothing_is_offered(settings: Settings) -> None:
    assert APIClient().get(URL).json() == {"available": True}
    settings.EMAIL_URL = ""
    assert APIClient().get(URL).json() == {"available": False}
    assert ask().status_code == 409
    assert ask("nobody").status_code == 409


def test_an_admin_says_where_somebody_is_reached_once_they_confirm_it(people: Cast) -> None:
    url = f"/api/v1/users/{people.cleo.pk}"
    changed = client_of(people.admin).patch(url, {"email": "cleo@example.org"}, format="json")
    told = changed.json()
    assert (told["email"], told["unconfirmed_email"]) == ("", "cleo@example.org")
    wrong = client_of(people.admin).patch(url, {"email": "cleo@\nexample.org"}, format="json")
    assert wrong.status_code == 422
    ask("cleo")
    assert ["confirm" in sent.subject.lower() for sent in send()] == [True]
    User.objects.filter(pk=people.cleo.pk).update(email="cleo@example.org")
    ask("cleo")
    assert [sent.to for sent in send()] == [["cleo@example.org"]]


def test_whoever_sets_a_password_says_whether_tokens_end(people: Cast) -> None:
    for end, left in ((False, 1), (True, 0)):
        ApiToken.objects.all().delete()
        services.create_token(user=people.ada, name="script", expires_in_days=9)
        body = {"token": link_sent(), "new_password": FRESH, "end_tokens": end}
        assert APIClient().post(f"{URL}/use", body, format="json").status_code == 204
        assert people.ada.tokens.count() == left
        send()


def test_tokens_end_with_a_forgotten_password_where_nothing_is_said(people: Cast) -> None:
    services.create_token(user=people.ada, name="script", expires_in_days=9)
    use(link_sent())
    assert not people.ada.tokens.exists()


def test_an_hour_is_as_long_as_the_mail_says() -> None:
    assert timedelta(hours=1) == password_resets.LASTS
