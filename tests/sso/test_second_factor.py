"""A provider says who somebody is; the second factor is asked for here, unless it has done so."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.sso.models import Identity
from tests.conftest import Cast
from tests.people.factors import add_app, answer_code, code, sign_in
from tests.sso.conftest import NewProvider
from tests.sso.visitor import Visitor, problem

pytestmark = pytest.mark.django_db
ADDRESS: dict[str, Any] = {"email": "ada@example.org", "email_verified": True}


@pytest.fixture
def ada(people: Cast) -> User:
    people.ada.email = ADDRESS["email"]
    people.ada.save()
    return people.ada


def link(visitor: Visitor, user: User, subject: str) -> None:
    Identity.objects.create(
        user=user, provider="campus", issuer=visitor.provider.issuer, subject=subject
    )


def test_who_has_a_factor_shows_it_after_the_provider_has_let_them_go(
    set_up: NewProvider, visitor: Visitor, ada: User
) -> None:
    set_up()
    secret, _ = add_app(sign_in(ada))
    link(visitor, ada, "factor-1")
    came = visitor.sign_in("factor-1", next="/projects/3", **ADDRESS)
    assert came.startswith("/login?")
    assert "projects" in came
    assert visitor.who() is None
    assert visitor.client.get("/api/v1/session").json()["pending"]["step"] == "answer"
    answer = answer_code(visitor.client, code(secret, steps=1))
    assert answer.json()["user"]["username"] == "ada"
    row = ada.sign_ins.latest("pk")
    assert (row.how, row.second_factor) == ("provider", "totp")


def test_a_provider_that_asks_for_one_itself_is_believed(
    set_up: NewProvider, visitor: Visitor, ada: User
) -> None:
    set_up(trusts_second_factor=True)
    add_app(sign_in(ada))
    link(visitor, ada, "factor-2")
    visitor.sign_in("factor-2", **ADDRESS)
    assert visitor.who() == "ada"
    row = ada.sign_ins.latest("pk")
    assert (row.how, row.second_factor) == ("provider", "provider")
    made = visitor.client.post("/api/v1/me/tokens", {"name": "x", "expires_in_days": 1}, "json")
    assert made.status_code == 201


def test_an_address_never_opens_an_account_that_has_a_second_factor(
    set_up: NewProvider, visitor: Visitor, ada: User
) -> None:
    set_up(links_by_email=True)
    add_app(sign_in(ada))
    assert problem(visitor.sign_in("factor-3", **ADDRESS)) == "email_known"
    ada.refresh_from_db()
    assert ada.has_usable_password()
    assert not Identity.objects.exists()
