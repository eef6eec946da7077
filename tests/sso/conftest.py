"""One provider process for all tests, set up in each as people of this installation know it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.sso.models import Provider as Row
from annotate.sso.selectors import sealed
from tests.sso import provider as processes
from tests.sso.visitor import Visitor

NewProvider = Callable[..., Row]


@pytest.fixture(scope="session")
def process() -> Iterator[processes.Provider]:
    with processes.running() as provider:
        yield provider


@pytest.fixture
def provider(process: processes.Provider, settings: Settings) -> processes.Provider:
    """The provider, which this installation may ask."""
    settings.FETCH_PRIVATE_HOSTS = [process.host]
    return process


@pytest.fixture
def set_up(provider: processes.Provider, db: None) -> NewProvider:
    """Set the provider up; what is not said is as an admin finds it, but that accounts are made."""

    def make(**fields: Any) -> Row:
        wanted: dict[str, Any] = {
            "key": "campus",
            "name": "Example University",
            "issuer": provider.issuer,
            "client_id": "annotate",
            "scopes": ["openid", "email", "profile"],
            "groups_claim": "groups",
            "makes_accounts": True,
            "secrets": sealed("a secret of the client"),
        }
        return Row.objects.create(**{**wanted, **fields})

    return make


@pytest.fixture
def visitor(provider: processes.Provider) -> Visitor:
    """Somebody with a browser, who is not signed in."""
    return Visitor(provider)
