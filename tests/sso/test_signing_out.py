"""Who came by a provider is signed out there as well, where admins have chosen so."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from annotate.people.models import User
from annotate.people.services import PROVIDER_SESSION
from annotate.sso.models import Identity
from annotate.sso.oidc import metadata
from annotate.sso.services import signing_out
from tests.conftest import PASSWORD, Cast
from tests.people.factors import add_app, answer_code, code, sign_in
from tests.sso.conftest import NewProvider
from tests.sso.provider import Provider
from tests.sso.visitor import Visitor

pytestmark = pytest.mark.django_db
EVA: dict[str, Any] = {"preferred_username": "eva", "email": "eva@example.org"}
Document = Callable[..., None]


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> Document:
    """Have the provider's discovery document say something else."""
    read = metadata.read_json

    def says(**changes: Any) -> None:
        def changed(address: str, **headers: str) -> dict[str, Any]:
            found = read(address, **headers)
            return {**found, **changes} if address.endswith(metadata.PATH) else found

        monkeypatch.setattr(metadata, "read_json", changed)

    return says


def sign_out(visitor: Visitor) -> str | None:
    """Sign out here; where the browser goes then."""
    answer = visitor.client.delete("/api/v1/session")
    assert answer.status_code == 200
    assert visitor.who() is None
    address: str | None = answer.json()["address"]
    return address


def asked(address: str | None) -> dict[str, str]:
    assert address is not None
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def test_who_signs_out_is_sent_to_the_provider_and_from_there_to_the_sign_in_page(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    set_up(signs_out_at_provider=True)
    visitor.sign_in("out-1", **EVA)
    address = sign_out(visitor)
    said = asked(address)
    assert str(address).startswith(f"{provider.issuer}/oauth2/end_session?")
    assert said.keys() == {"id_token_hint", "post_logout_redirect_uri", "state"}
    assert said["post_logout_redirect_uri"] == "http://testserver/login"
    hint = jwt.decode(said["id_token_hint"], options={"verify_signature": False})
    assert (hint["sub"], hint["aud"]) == ("out-1", ["annotate"])


def test_no_two_sign_outs_share_their_state(set_up: NewProvider, provider: Provider) -> None:
    set_up(signs_out_at_provider=True)
    states = set()
    for _ in range(2):
        visitor = Visitor(provider)
        visitor.sign_in("out-2", **EVA)
        states.add(asked(sign_out(visitor))["state"])
    assert len(states) == 2
    assert min(map(len, states)) >= 22


def test_nobody_is_sent_there_unless_it_was_chosen(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    visitor.sign_in("out-3", **EVA)
    assert PROVIDER_SESSION not in visitor.client.session
    assert sign_out(visitor) is None


def test_a_provider_that_names_no_place_to_sign_out_is_left_alone(
    set_up: NewProvider, visitor: Visitor, document: Document
) -> None:
    set_up(signs_out_at_provider=True)
    document(end_session_endpoint=None)
    visitor.sign_in("out-4", **EVA)
    assert sign_out(visitor) is None


@pytest.mark.parametrize(
    "place", ["http://evil.example/end", "javascript:alert(1)", "//evil.example", "/end", 7, ["x"]]
)
def test_nobody_is_sent_to_a_place_that_is_not_encrypted(
    set_up: NewProvider, visitor: Visitor, document: Document, place: Any
) -> None:
    set_up(signs_out_at_provider=True)
    document(end_session_endpoint=place)
    visitor.sign_in("out-5", **EVA)
    assert sign_out(visitor) is None


def test_a_place_with_a_query_keeps_it(
    set_up: NewProvider, visitor: Visitor, document: Document
) -> None:
    set_up(signs_out_at_provider=True)
    document(end_session_endpoint="https://id.example.org/end?realm=work")
    visitor.sign_in("out-6", **EVA)
    said = asked(sign_out(visitor))
    assert (said["realm"], said["post_logout_redirect_uri"]) == ("work", "http://testserver/login")


def test_a_sign_out_asks_no_other_server(
    set_up: NewProvider, visitor: Visitor, settings: Settings
) -> None:
    set_up(signs_out_at_provider=True)
    visitor.sign_in("out-7", **EVA)
    settings.FETCH_PRIVATE_HOSTS = []  # whatever asks now is refused
    assert sign_out(visitor)


def test_what_was_chosen_when_somebody_signs_out_counts(
    set_up: NewProvider, visitor: Visitor, provider: Provider
) -> None:
    row = set_up(signs_out_at_provider=True)
    visitor.sign_in("out-8", **EVA)
    row.signs_out_at_provider = False
    row.save()
    assert sign_out(visitor) is None


def test_a_session_of_another_issuer_is_not_ended_at_this_one(
    set_up: NewProvider, visitor: Visitor
) -> None:
    row = set_up(signs_out_at_provider=True)
    visitor.sign_in("out-9", **EVA)
    row.issuer = "https://other.example"
    row.save()
    assert sign_out(visitor) is None


def test_after_the_provider_was_deleted_people_sign_out_here(
    set_up: NewProvider, visitor: Visitor
) -> None:
    row = set_up(signs_out_at_provider=True)
    visitor.sign_in("out-10", **EVA)
    row.delete()
    assert sign_out(visitor) is None


def test_a_token_too_long_for_an_address_is_neither_kept_nor_sent(
    set_up: NewProvider, visitor: Visitor
) -> None:
    set_up(signs_out_at_provider=True)
    visitor.sign_in("out-11", **EVA, groups=[f"group-{number:04}" for number in range(400)])
    assert len(json.dumps(dict(visitor.client.session))) < signing_out.LONGEST_HINT
    address = sign_out(visitor)
    assert asked(address).keys() == {"client_id", "post_logout_redirect_uri", "state"}
    assert asked(address)["client_id"] == "annotate"
    assert len(str(address)) < signing_out.LONGEST_HINT


def test_the_token_is_kept_encrypted_and_is_gone_with_the_session(
    set_up: NewProvider, visitor: Visitor
) -> None:
    set_up(signs_out_at_provider=True)
    visitor.sign_in("out-12", **EVA)
    stored = json.dumps(dict(visitor.client.session))
    token = asked(sign_out(visitor))["id_token_hint"]
    assert not [part for part in token.split(".") if part in stored]
    assert not Session.objects.exists()


def test_the_token_stands_in_no_line_of_the_log(
    set_up: NewProvider, visitor: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    set_up(signs_out_at_provider=True)
    with caplog.at_level(0):
        visitor.sign_in("out-13", **EVA)
        token = asked(sign_out(visitor))["id_token_hint"]
    said = "\n".join([*caplog.messages, *(str(vars(record)) for record in caplog.records)])
    assert not [part for part in token.split(".")[1:] if part in said]


def test_it_waits_for_the_second_factor(
    set_up: NewProvider, visitor: Visitor, people: Cast
) -> None:
    set_up(signs_out_at_provider=True)
    secret, _ = add_app(sign_in(people.ada))
    Identity.objects.create(
        user=people.ada, provider="campus", issuer=visitor.provider.issuer, subject="out-14"
    )
    visitor.sign_in("out-14", **EVA)
    assert PROVIDER_SESSION not in visitor.client.session
    answer_code(visitor.client, code(secret, steps=1))
    assert visitor.who() == "ada"
    hint = asked(sign_out(visitor))["id_token_hint"]
    assert jwt.decode(hint, options={"verify_signature": False})["sub"] == "out-14"


def test_who_signs_in_with_a_password_afterwards_is_not_signed_out_there(
    set_up: NewProvider, visitor: Visitor, people: Cast
) -> None:
    set_up(signs_out_at_provider=True)
    Identity.objects.create(
        user=people.ada, provider="campus", issuer=visitor.provider.issuer, subject="out-15"
    )
    visitor.sign_in("out-15", **EVA)
    visitor.client.post("/api/v1/session", {"username": "ada", "password": PASSWORD}, "json")
    assert visitor.who() == "ada"
    assert sign_out(visitor) is None


def test_who_never_came_by_a_provider_costs_no_question(
    set_up: NewProvider, provider: Provider, people: Cast
) -> None:
    set_up(signs_out_at_provider=True)
    visitor = Visitor(provider)
    visitor.client.post("/api/v1/session", {"username": "ada", "password": PASSWORD}, "json")
    with CaptureQueriesContext(connection) as asked_of:
        visitor.client.delete("/api/v1/session")
    assert not [each for each in asked_of if "sso_provider" in each["sql"]]


def test_trying_a_provider_says_whether_people_can_sign_out_there(
    set_up: NewProvider, people: Cast, document: Document, visitor: Visitor
) -> None:
    row = set_up(signs_out_at_provider=True)
    visitor.client.force_login(people.admin)
    document(end_session_endpoint="http://evil.example/end")

    def findings() -> set[str]:
        tried = visitor.client.post("/api/v1/admin/identity-providers/campus/try").json()
        assert tried["works"] is True
        return {found["message_code"] for found in tried["findings"]}

    assert "sso_try_no_sign_out" in findings()
    row.signs_out_at_provider = False
    row.save()
    assert "sso_try_no_sign_out" not in findings()


def test_over_http_the_providers_session_ends_and_the_person_is_asked_again(
    set_up: NewProvider, provider: Provider, live_server: LiveServer
) -> None:
    set_up(signs_out_at_provider=True)
    provider.knows("out-16", **EVA)

    def begin(browser: requests.Session) -> str:
        browser.get(f"{live_server.url}/api/v1/session")
        away = browser.post(
            f"{live_server.url}/api/v1/sign-in/campus/begin",
            json={},
            headers={"X-CSRFToken": str(browser.cookies["csrftoken"])},
        )
        return str(away.json()["address"])

    def who(browser: requests.Session) -> Any:
        return browser.get(f"{live_server.url}/api/v1/session").json()["user"]

    def leave(browser: requests.Session) -> requests.Response:
        left = browser.delete(
            f"{live_server.url}/api/v1/session",
            headers={"X-CSRFToken": str(browser.cookies["csrftoken"])},
        )
        return browser.get(left.json()["address"], allow_redirects=False)

    with requests.Session() as browser:
        back = browser.post(begin(browser), data={"sub": "out-16"}, allow_redirects=False)
        browser.get(back.headers["Location"], allow_redirects=False)
        assert who(browser)["username"] == "eva"
        # The session at the provider lets them through without a question.
        through = browser.get(begin(browser), allow_redirects=False)
        assert "code=" in through.headers["Location"]
        came = leave(browser)
        assert came.headers["Location"].startswith(f"{live_server.url}/login?state=")
        assert who(browser) is None
        again = browser.get(begin(browser), allow_redirects=False)
        assert again.status_code == 200
        assert "Authorize" in again.text
    assert User.objects.filter(username="eva").count() == 1
