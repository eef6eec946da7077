"""The whole way to a provider and back, with a real one."""

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from annotate.core import clock
from annotate.people.models import User
from annotate.projects.models import AuditEvent
from annotate.sso.models import Identity
from tests.conftest import Cast
from tests.sso.conftest import NewProvider
from tests.sso.provider import Provider
from tests.sso.visitor import Visitor, problem

pytestmark = pytest.mark.django_db
EVA: dict[str, Any] = {
    "email": "eva@example.org",
    "email_verified": True,
    "preferred_username": "eva",
}


def test_who_comes_for_the_first_time_gets_an_account(
    set_up: NewProvider, visitor: Visitor
) -> None:
    set_up()
    assert visitor.sign_in("first-1", **EVA, name="Eva Example", next="/work") == "/work"
    assert visitor.who() == "eva"
    user = User.objects.get(username="eva")
    assert (user.email, user.display_name) == ("eva@example.org", "Eva Example")
    assert not user.has_usable_password()
    assert not user.is_staff
    assert AuditEvent.objects.filter(verb="identity.account_made", target="eva").exists()


def test_who_comes_again_has_the_same_account_whatever_their_address_is_now(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up()
    visitor.sign_in("again-1", **EVA)
    again = Visitor(provider)
    again.sign_in("again-1", **{**EVA, "email": "married@example.org"})
    assert again.who() == "eva"
    assert Identity.objects.get().shown_as == "married@example.org"


def test_a_name_that_is_taken_gets_a_number(
    set_up: NewProvider, visitor: Visitor, people: Cast
) -> None:
    set_up()
    visitor.sign_in("named-1", preferred_username="ADA", email="a@example.org")
    assert visitor.who() == "ADA-2"


def test_an_address_nobody_has_verified_is_not_kept(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    visitor.sign_in("unverified-1", email="eva@example.org", preferred_username="eva")
    assert User.objects.get(username="eva").email == ""


def test_the_question_carries_pkce_state_and_nonce(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    asked = parse_qs(urlsplit(visitor.begin()).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert asked["redirect_uri"] == ["http://testserver/sign-in/campus/back"]
    assert asked["scope"] == ["openid email profile"]
    assert min(len(asked[name][0]) for name in ("state", "nonce", "code_challenge")) >= 43


def test_no_two_questions_share_a_secret(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    one, other = (parse_qs(urlsplit(visitor.begin()).query) for _ in range(2))
    assert not {one[name][0] for name in ("state", "nonce", "code_challenge")} & {
        other[name][0] for name in ("state", "nonce", "code_challenge")
    }


def test_who_refuses_at_the_provider_is_told_so(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up()
    address = visitor.begin(next="/projects")
    state = parse_qs(urlsplit(address).query)["state"][0]
    # This provider forgets the state where somebody refuses, against the specification.
    came = visitor.come_back(f"/sign-in/campus/back?error=access_denied&state={state}")
    assert came == "/login?problem=denied&next=%2Fprojects"
    assert "error=access_denied" in provider.deny(visitor.begin())


def test_an_answer_is_good_once(set_up: NewProvider, visitor: Visitor, provider: Provider) -> None:
    set_up()
    provider.knows("once-1", **EVA)
    back = provider.agree(visitor.begin(), "once-1")
    assert visitor.come_back(back) == "/"
    assert problem(visitor.come_back(back)) == "expired"


def test_an_answer_is_good_in_the_browser_alone_that_asked(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up()
    provider.knows("else-1", **EVA)
    back = provider.agree(visitor.begin(), "else-1")
    victim = Visitor(provider)
    assert problem(victim.come_back(back)) == "expired"
    assert victim.who() is None


def test_an_answer_that_took_too_long_is_good_no_more(
    set_up: NewProvider, visitor: Visitor, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_up()
    provider.knows("late-1", **EVA)
    back = provider.agree(visitor.begin(), "late-1")
    later = clock.now() + timedelta(minutes=11)
    monkeypatch.setattr("annotate.core.clock.now", lambda: later)
    assert problem(visitor.come_back(back)) == "expired"


def test_an_answer_of_one_provider_is_not_taken_to_another(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up()
    set_up(key="other")
    provider.knows("mixed-1", **EVA)
    back = provider.agree(visitor.begin(), "mixed-1")
    assert problem(visitor.come_back(back.replace("/campus/", "/other/"))) == "expired"


def test_an_answer_that_names_another_issuer_is_refused(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up()
    provider.knows("mixed-2", **EVA)
    back = provider.agree(visitor.begin(), "mixed-2")
    assert problem(visitor.come_back(f"{back}&iss=https://evil.example")) == "not_trusted"


def test_a_code_that_is_none_signs_nobody_in(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    state = parse_qs(urlsplit(visitor.begin()).query)["state"][0]
    came = visitor.come_back(f"/sign-in/campus/back?code=guessed&state={state}")
    assert problem(came) == "not_trusted"


@pytest.mark.parametrize(
    "query", ["", "?state=", "?state=x&code=y", "?error=server_error", "?state=%00&state=a"]
)
def test_whoever_comes_back_without_having_asked_is_told_to_begin(
    set_up: NewProvider, visitor: Visitor, query: str
) -> None:
    set_up()
    assert problem(visitor.come_back(f"/sign-in/campus/back{query}")) == "expired"


@pytest.mark.parametrize(
    "next",
    ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\nb", "\\\\evil"],
)
def test_nobody_is_sent_elsewhere_afterwards(
    set_up: NewProvider, visitor: Visitor, next: str
) -> None:
    set_up()
    assert visitor.sign_in("next-1", next=next, **EVA) == "/"


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ({}, "email_missing"),
        ({"email": "eva@example.org"}, "email_unverified"),
        ({"email": "eva@example.org", "email_verified": False}, "email_unverified"),
        ({"email": "eva@evil.example", "email_verified": True}, "email_domain"),
        ({"email": "eva@example.org.evil.example", "email_verified": True}, "email_domain"),
    ],
)
def test_where_domains_are_named_only_their_verified_addresses_are_let_in(
    set_up: NewProvider, visitor: Visitor, claims: dict[str, Any], why: str
) -> None:
    set_up(email_domains=["example.org"])
    assert problem(visitor.sign_in("domain-1", **claims)) == why
    assert not User.objects.exists()


def test_an_address_of_a_named_domain_is_let_in(set_up: NewProvider, visitor: Visitor) -> None:
    set_up(email_domains=["example.org"])
    visitor.sign_in("domain-2", **{**EVA, "email": "eva@EXAMPLE.org"})
    assert visitor.who() == "eva"


def test_where_no_accounts_are_made_strangers_stay_outside(
    set_up: NewProvider, visitor: Visitor
) -> None:
    set_up(makes_accounts=False)
    assert problem(visitor.sign_in("stranger-1", **EVA)) == "no_account"
    assert not User.objects.exists()


def test_a_closed_account_stays_closed(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up()
    visitor.sign_in("closed-1", **EVA)
    User.objects.update(is_active=False)
    again = Visitor(provider)
    assert problem(again.sign_in("closed-1", **EVA)) == "account_closed"
    assert again.who() is None


def test_a_provider_that_is_switched_off_signs_nobody_in(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    row = set_up()
    provider.knows("off-1", **EVA)
    back = provider.agree(visitor.begin(), "off-1")
    row.is_active = False
    row.save()
    assert problem(visitor.come_back(back)) == "unavailable"
    answer = visitor.client.post("/api/v1/sign-in/campus/begin", {}, format="json")
    assert answer.status_code == 404


def test_a_provider_that_is_down_is_told_before_anybody_is_sent_there(
    set_up: NewProvider, visitor: Visitor, settings: Settings
) -> None:
    settings.FETCH_PRIVATE_HOSTS = ["127.0.0.1:9"]
    set_up(issuer="http://127.0.0.1:9")
    answer = visitor.client.post("/api/v1/sign-in/campus/begin", {}, format="json")
    assert answer.status_code == 409
    assert answer.json()["error"]["message_code"] == "sso_unavailable"


def test_a_provider_that_goes_down_meanwhile_is_told_on_the_sign_in_page(
    set_up: NewProvider, visitor: Visitor, settings: Settings
) -> None:
    row = set_up()
    state = parse_qs(urlsplit(visitor.begin()).query)["state"][0]
    settings.FETCH_PRIVATE_HOSTS = ["127.0.0.1:9"]
    row.issuer = "http://127.0.0.1:9"
    row.save()
    came = visitor.come_back(f"/sign-in/campus/back?code=x&state={state}")
    assert problem(came) == "unavailable"


def test_a_private_address_is_asked_only_where_the_operator_names_it(
    set_up: NewProvider, visitor: Visitor, settings: Settings
) -> None:
    set_up()
    settings.FETCH_PRIVATE_HOSTS = []
    answer = visitor.client.post("/api/v1/sign-in/campus/begin", {}, format="json")
    assert answer.json()["error"]["message_code"] == "sso_unavailable"


def test_beginning_needs_the_token_against_forged_requests(set_up: NewProvider) -> None:
    set_up()
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/api/v1/sign-in/campus/begin", "{}", content_type="application/json")
    assert answer.status_code == 403


def test_over_http_the_session_is_the_browsers(
    set_up: NewProvider, provider: Provider, live_server: LiveServer
) -> None:
    import requests

    set_up()
    provider.knows("live-1", **EVA)
    with requests.Session() as browser:
        browser.get(f"{live_server.url}/api/v1/session")
        away = browser.post(
            f"{live_server.url}/api/v1/sign-in/campus/begin",
            json={"next": "/work"},
            headers={"X-CSRFToken": str(browser.cookies["csrftoken"])},
        )
        back = provider.agree(away.json()["address"], "live-1")
        assert back.startswith(live_server.url)
        came = browser.get(back, allow_redirects=False)
        assert (came.status_code, came.headers["Location"]) == (302, "/work")
        assert browser.get(f"{live_server.url}/api/v1/session").json()["user"]["username"] == "eva"
