"""The content security policy is on every answer, and its own where an answer asks for one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.test import Client
from pytest_django import Settings

from annotate.core.middleware import PolicyMiddleware

HEADER = "Content-Security-Policy"


def policy_of(response: HttpResponse) -> str:
    answered: Any = PolicyMiddleware(lambda request: response)(HttpRequest())
    return str(answered.headers.get(HEADER, ""))


def replaced(**directives: list[str]) -> HttpResponse:
    response = HttpResponse()
    response._csp_replace = directives  # type: ignore[attr-defined]
    return response


def test_every_answer_has_the_policy_of_the_settings(settings: Settings) -> None:
    directives = set(policy_of(HttpResponse()).split("; "))
    assert {"default-src 'self'", "script-src 'self'", "frame-ancestors 'none'"} <= directives
    # As django-csp builds it for an answer that replaces nothing.
    assert directives == set(policy_of(replaced()).split("; "))


def test_it_is_on_pages_and_on_refusals() -> None:
    for address in ("/", "/api/v1/me", "/api/v1/nowhere"):
        assert "default-src 'self'" in Client().get(address).headers[HEADER]


def test_an_answer_may_ask_for_its_own() -> None:
    assert "frame-ancestors https://shop.test" in policy_of(
        replaced(**{"frame-ancestors": ["https://shop.test"]})
    )


def test_what_an_answer_says_itself_stays() -> None:
    assert policy_of(HttpResponse(headers={HEADER: "default-src 'none'"})) == "default-src 'none'"
