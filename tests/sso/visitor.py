"""Somebody who signs in by a provider: the browser's side of the flow."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from rest_framework.test import APIClient

from annotate.people.models import User
from tests.conftest import client_of
from tests.sso.provider import Provider


class Visitor:
    """A browser with its session, and the person in front of it."""

    def __init__(self, provider: Provider, user: User | None = None) -> None:
        self.provider = provider
        self.client: APIClient = client_of(user)

    def begin(self, key: str = "campus", next: str = "", *, link: bool = False) -> str:
        """Ask to be sent to the provider; where that is."""
        place = f"/api/v1/me/identities/{key}/begin" if link else f"/api/v1/sign-in/{key}/begin"
        body = {} if link else {"next": next}
        answer = self.client.post(place, body, format="json")
        assert answer.status_code == 200, answer.content
        return str(answer.json()["address"])

    def come_back(self, address: str) -> str:
        """Follow the provider's redirect to us; where it leads."""
        parts = urlsplit(address)
        answer = self.client.get(f"{parts.path}?{parts.query}")
        assert answer.status_code == 302, answer.content
        return str(answer["Location"])

    def sign_in(self, subject: str, *, next: str = "", link: bool = False, **claims: Any) -> str:
        """Go all the way, as somebody of whom the provider says this; where it ends."""
        self.provider.knows(subject, **claims)
        return self.come_back(self.provider.agree(self.begin(next=next, link=link), subject))

    def who(self) -> str | None:
        user = self.client.get("/api/v1/session").json()["user"]
        return user["username"] if user else None


def problem(address: str) -> str:
    """What the page says was wrong; empty where nothing was."""
    return parse_qs(urlsplit(address).query).get("problem", [""])[0]
