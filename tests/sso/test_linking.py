"""Whose account an identity opens: nobody gets another one's by saying an address."""

from typing import Any

import pytest

from annotate.people.models import ApiToken, User
from annotate.people.services import create_token
from annotate.sso.models import Identity
from tests.conftest import PASSWORD, Cast
from tests.sso.conftest import NewProvider
from tests.sso.provider import Provider
from tests.sso.visitor import Visitor, problem

pytestmark = pytest.mark.django_db
MINE = "/api/v1/me/identities"
ADDRESS: dict[str, Any] = {"email": "ada@example.org", "email_verified": True}


@pytest.fixture
def ada(people: Cast) -> User:
    people.ada.email = "Ada@example.org"
    people.ada.save()
    return people.ada


def test_an_address_alone_opens_nobodys_account(
    set_up: NewProvider, visitor: Visitor, ada: User
) -> None:
    set_up()
    assert problem(visitor.sign_in("link-1", **ADDRESS)) == "email_known"
    assert not Identity.objects.exists()


def test_where_admins_allow_it_a_verified_address_does_and_what_opened_it_before_is_gone(
    set_up: NewProvider, visitor: Visitor, ada: User
) -> None:
    """Whoever typed the address into the account may not be who owns it."""
    set_up(links_by_email=True)
    squatter = Visitor(visitor.provider, ada)
    squatter.client.post("/api/v1/session", {"username": "ada", "password": PASSWORD})
    create_token(user=ada, name="script", expires_in_days=9)
    assert squatter.client.post("/api/v1/session").status_code != 500
    squatter.client.logout()
    squatter.client.post(
        "/api/v1/session", {"username": "ada", "password": PASSWORD}, format="json"
    )
    assert squatter.who() == "ada"
    visitor.sign_in("link-2", **ADDRESS)
    assert visitor.who() == "ada"
    assert squatter.who() is None
    ada.refresh_from_db()
    assert not ada.has_usable_password()
    assert not ApiToken.objects.exists()


def test_an_address_nobody_has_verified_is_never_linked(
    set_up: NewProvider, visitor: Visitor, ada: User
) -> None:
    set_up(links_by_email=True)
    visitor.sign_in("link-3", email="ada@example.org", preferred_username="eve")
    assert visitor.who() == "eve"
    assert User.objects.get(username="eve").email == ""


def test_an_admin_is_never_linked_by_an_address(
    set_up: NewProvider, visitor: Visitor, people: Cast
) -> None:
    set_up(links_by_email=True)
    people.admin.email = "ines@example.org"
    people.admin.save()
    came = visitor.sign_in("link-4", email="ines@example.org", email_verified=True)
    assert problem(came) == "email_known"


def test_two_accounts_with_one_address_are_not_guessed_between(
    set_up: NewProvider, visitor: Visitor, ada: User, people: Cast
) -> None:
    set_up(links_by_email=True)
    people.ben.email = "ada@example.org"
    people.ben.save()
    assert problem(visitor.sign_in("link-5", **ADDRESS)) == "email_known"


def test_whoever_is_signed_in_links_and_signs_in_by_it_from_then_on(
    set_up: NewProvider, provider: Provider, ada: User
) -> None:
    set_up(makes_accounts=False)
    mine = Visitor(provider, ada)
    assert mine.sign_in("link-6", link=True, **ADDRESS) == "/account/security"
    shown = mine.client.get(MINE).json()
    assert [(row["provider_name"], row["shown_as"]) for row in shown] == [
        ("Example University", "ada@example.org")
    ]
    other = Visitor(provider)
    other.sign_in("link-6", **ADDRESS)
    assert other.who() == "ada"
    ada.refresh_from_db()
    assert ada.has_usable_password()


def test_an_identity_of_somebody_else_is_not_taken_over(
    set_up: NewProvider, provider: Provider, people: Cast
) -> None:
    set_up()
    Visitor(provider, people.ada).sign_in("link-7", link=True)
    came = Visitor(provider, people.ben).sign_in("link-7", link=True)
    assert came == "/account/security?problem=taken"
    assert Identity.objects.get().user == people.ada


def test_who_signs_out_meanwhile_links_nothing(
    set_up: NewProvider, provider: Provider, people: Cast
) -> None:
    set_up()
    mine = Visitor(provider, people.ada)
    back = provider.agree(mine.begin(link=True), "link-8")
    session = mine.client.session
    asked = session["sso_questions"]
    mine.client.force_login(people.ben, backend="annotate.people.authentication.Accounts")
    session = mine.client.session
    session["sso_questions"] = asked
    session.save()
    assert problem(mine.come_back(back)) == "expired"
    assert not Identity.objects.exists()


def test_linking_is_for_who_is_signed_in_in_a_browser(
    set_up: NewProvider, visitor: Visitor, people: Cast
) -> None:
    set_up()
    assert visitor.client.post(f"{MINE}/campus/begin").status_code == 401
    _, secret = create_token(user=people.ada, name="script", expires_in_days=9)
    answer = visitor.client.post(f"{MINE}/campus/begin", HTTP_AUTHORIZATION=f"Token {secret}")
    assert answer.status_code == 409


def test_what_was_linked_is_unlinked(set_up: NewProvider, provider: Provider, people: Cast) -> None:
    set_up(makes_accounts=False)
    mine = Visitor(provider, people.ada)
    mine.sign_in("link-9", link=True)
    [row] = mine.client.get(MINE).json()
    assert mine.client.delete(f"{MINE}/{row['id']}").status_code == 204
    assert problem(Visitor(provider).sign_in("link-9")) == "no_account"


def test_the_last_way_in_is_not_unlinked(set_up: NewProvider, visitor: Visitor) -> None:
    set_up()
    visitor.sign_in("link-10", preferred_username="eva")
    [row] = visitor.client.get(MINE).json()
    answer = visitor.client.delete(f"{MINE}/{row['id']}")
    assert answer.status_code == 409
    assert answer.json()["error"]["message_code"] == "sso_last_way_in"


def test_nobody_sees_or_unlinks_what_is_another_ones(
    set_up: NewProvider, provider: Provider, people: Cast
) -> None:
    set_up()
    mine = Visitor(provider, people.ada)
    mine.sign_in("link-11", link=True)
    other = Visitor(provider, people.ben)
    assert other.client.get(MINE).json() == []
    assert other.client.delete(f"{MINE}/{Identity.objects.get().pk}").status_code == 404
