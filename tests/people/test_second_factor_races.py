"""The same code, recovery code or signature sent twice at once lets in once."""

import pytest
from django.test import RequestFactory

from annotate.core import errors
from annotate.people import services
from annotate.people.models import Challenge, User, WrongCode
from annotate.people.services import passkeys
from tests.people.factors import add_app, code, sign_in
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ada(transactional_db: None) -> User:
    return services.create_user(username="ada", password="correct-horse-battery")


def let_in(user: User, given: str) -> int:
    """How many of six get in; fewer than the wrong codes one may try, so that none has to wait."""
    found = together(*[lambda: services.check_code(user=user, code=given) for _ in range(6)])
    assert all(each in ("totp", "recovery") or isinstance(each, errors.Invalid) for each in found)
    return sum(isinstance(each, str) for each in found)


def test_a_code_that_is_sent_six_times_at_once_is_taken_once(ada: User) -> None:
    secret, _ = add_app(sign_in(ada))
    assert let_in(ada, code(secret, steps=1)) == 1


def test_a_recovery_code_that_is_sent_six_times_at_once_is_taken_once(ada: User) -> None:
    _, codes = add_app(sign_in(ada))
    assert let_in(ada, codes[0]) == 1


def test_of_many_guesses_at_once_no_more_than_eight_are_compared(ada: User) -> None:
    add_app(sign_in(ada))
    guess = [lambda: services.check_code(user=ada, code="000000") for _ in range(14)]
    found = together(*guess)
    assert sum(isinstance(each, errors.Invalid) for each in found) <= 8
    assert WrongCode.objects.filter(user=ada).count() <= 8


def test_what_was_given_to_sign_is_taken_once(ada: User) -> None:
    request = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    passkeys._give(request, "answer", ada, {"challenge": "x", "user_verification": None})
    given = Challenge.objects.get().pk

    def take() -> object:
        own = RequestFactory().get("/")
        own.session = {passkeys._GIVEN: given}  # type: ignore[assignment]
        return passkeys._taken(own, "answer", ada)

    found = together(*[take] * 6)
    assert sum(isinstance(each, dict) for each in found) == 1
