"""What admins set up, and what is set at deployment."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from rest_framework.test import APIClient

from annotate.projects.models import AuditEvent
from annotate.sso.deployed import refuse_wrong
from annotate.sso.models import Identity
from annotate.sso.models import Provider as Row
from annotate.sso.selectors import known_provider
from tests.conftest import Cast, NewProject, client_of
from tests.sso.conftest import NewProvider
from tests.sso.provider import Provider
from tests.sso.visitor import Visitor

pytestmark = pytest.mark.django_db
URL = "/api/v1/admin/identity-providers"
NEW = {
    "key": "campus",
    "name": "Work",
    "issuer": "https://id.example.org",
    "client_id": "annotate",
    "client_secret": "hush-hush-hush",
}


@pytest.fixture
def admin(people: Cast) -> APIClient:
    return client_of(people.admin)


def test_a_secret_is_kept_and_never_shown(admin: APIClient) -> None:
    made = admin.post(URL, NEW, format="json")
    assert made.status_code == 201
    assert made.json()["has_secret"] is True
    assert made.json()["redirect_address"] == "http://testserver/sign-in/campus/back"
    assert "hush" not in made.content.decode() + admin.get(URL).content.decode()
    assert "hush" not in Row.objects.get().secrets
    assert known_provider("campus").client_secret() == "hush-hush-hush"
    assert "hush" not in str(list(AuditEvent.objects.values()))


def test_changes_are_written_down_by_name(admin: APIClient) -> None:
    admin.post(URL, NEW, format="json")
    answer = admin.patch(f"{URL}/campus", {"makes_accounts": True, "name": "U"}, format="json")
    assert (answer.status_code, answer.json()["makes_accounts"]) == (200, True)
    event = AuditEvent.objects.get(verb="identity_provider.changed")
    assert (event.target, event.data) == ("campus", {"changed": ["makes_accounts", "name"]})
    assert admin.delete(f"{URL}/campus").status_code == 204
    assert admin.get(f"{URL}/campus").status_code == 404


def test_a_secret_is_not_sent_to_another_issuer(admin: APIClient) -> None:
    admin.post(URL, NEW, format="json")
    moved = {"issuer": "https://evil.example"}
    assert admin.patch(f"{URL}/campus", moved, format="json").status_code == 422
    again = {**moved, "client_secret": "another"}
    assert admin.patch(f"{URL}/campus", again, format="json").status_code == 200


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"key": "Work!"}, "key"),
        ({"issuer": "id.example.org"}, "issuer"),
        ({"issuer": "https://a:b@id.example.org"}, "issuer"),
        ({"issuer": "https://id.example.org?x=1"}, "issuer"),
        ({"issuer": "https://[id.example.org"}, "issuer"),
        ({"scopes": ["two words"]}, "scopes[0]"),
        ({"email_domains": ["a@b"]}, "email_domains[0]"),
        ({"rules": [{"group": "a"}]}, "rules[0]"),
        ({"rules": [{"group": "a", "role": "lead"}]}, "rules[0]"),
        ({"rules": [{"group": "a", "project": 10**9, "role": "lead"}]}, "rules[0].project"),
    ],
)
def test_what_will_not_do_is_told_at_its_place(
    admin: APIClient, change: dict[str, Any], path: str
) -> None:
    answer = admin.post(URL, {**NEW, **change}, format="json")
    assert answer.status_code == 422
    assert [field["path"] for field in answer.json()["error"]["fields"]] == [path]


def test_a_rule_names_teams_of_its_project(admin: APIClient, new_project: NewProject) -> None:
    rule = {"group": "a", "project": new_project().pk, "role": "lead", "teams": ["none"]}
    answer = admin.post(URL, {**NEW, "rules": [rule]}, format="json")
    assert answer.json()["error"]["fields"][0]["path"] == "rules[0].teams"


def test_a_key_is_taken_once(admin: APIClient) -> None:
    admin.post(URL, NEW, format="json")
    assert admin.post(URL, NEW, format="json").status_code == 422


def test_openid_is_always_asked_for(admin: APIClient) -> None:
    made = admin.post(URL, {**NEW, "scopes": ["groups"]}, format="json")
    assert made.json()["scopes"] == ["openid", "groups"]


def test_trying_a_good_provider_says_that_it_works(admin: APIClient, set_up: NewProvider) -> None:
    set_up()
    tried = admin.post(f"{URL}/campus/try").json()
    assert tried["works"] is True
    assert [row["message_code"] for row in tried["findings"]] == ["sso_try_no_pkce"]


def test_trying_says_what_is_wrong(
    admin: APIClient, set_up: NewProvider, provider: Provider, settings: Settings
) -> None:
    row = set_up(issuer=f"{provider.issuer}/")
    tried = admin.post(f"{URL}/campus/try").json()
    assert tried["works"] is False
    assert tried["findings"][0]["params"] == {"issuer": provider.issuer}
    row.issuer = f"{provider.issuer}/nowhere"
    row.save()
    tried = admin.post(f"{URL}/campus/try").json()
    assert tried["findings"][0]["message_code"] == "sso_try_status"
    settings.FETCH_PRIVATE_HOSTS = []
    tried = admin.post(f"{URL}/campus/try").json()
    assert tried["works"] is False
    assert tried["findings"][0]["message_code"] == "only_https_is_asked"


def test_what_is_set_at_deployment_signs_people_in_and_is_read_only(
    admin: APIClient, provider: Provider, settings: Settings
) -> None:
    settings.OIDC_PROVIDERS = [{**NEW, "issuer": provider.issuer, "makes_accounts": True}]
    [shown] = admin.get(URL).json()
    assert (shown["key"], shown["is_deployed"], shown["has_secret"]) == ("campus", True, True)
    for answer in (
        admin.patch(f"{URL}/campus", {"name": "U"}, format="json"),
        admin.delete(f"{URL}/campus"),
    ):
        assert answer.status_code == 409
    assert admin.post(URL, NEW, format="json").status_code == 422
    visitor = Visitor(provider)
    visitor.sign_in("deployed-1", preferred_username="eva")
    assert visitor.who() == "eva"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "list"),
        ([{**NEW, "key": "A B"}], "0.key"),
        ([{**NEW, "colour": "red"}], "0.colour"),
        ([NEW, NEW], "two providers"),
    ],
)
def test_what_is_wrong_at_deployment_stops_the_start_and_shows_no_secret(
    settings: Settings, given: Any, words: str
) -> None:
    settings.OIDC_PROVIDERS = given
    with pytest.raises(ImproperlyConfigured) as stopped:
        refuse_wrong()
    assert words in str(stopped.value)
    assert "hush" not in str(stopped.value)


def test_switched_off_it_is_on_no_sign_in_page(admin: APIClient, set_up: NewProvider) -> None:
    set_up(is_active=False)
    assert APIClient().get("/api/v1/sign-in").json() == {"password": True, "providers": []}


def test_nobody_but_admins_sees_or_changes_providers(people: Cast, set_up: NewProvider) -> None:
    set_up()
    for user in (people.owner, people.ada):
        client = client_of(user)
        for answer in (
            client.get(URL),
            client.post(URL, NEW, format="json"),
            client.patch(f"{URL}/campus", {"name": "U"}, format="json"),
            client.delete(f"{URL}/campus"),
            client.post(f"{URL}/campus/try"),
        ):
            assert answer.status_code == 403


def test_more_providers_and_identities_cost_no_more_queries(
    admin: APIClient, set_up: NewProvider, people: Cast
) -> None:
    for number in range(3):
        set_up(key=f"p{number}")
        Identity.objects.create(
            user=people.admin, provider=f"p{number}", issuer="i", subject=str(number)
        )
    for url, most in ((URL, 3), ("/api/v1/me/identities", 4), ("/api/v1/sign-in", 3)):
        with CaptureQueriesContext(connection) as asked:
            assert admin.get(url).status_code == 200
        assert len(asked) <= most, url
