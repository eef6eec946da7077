"""A stand-in server, the back end connected to it, and pictures."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PIL import Image
from pytest_django import Settings

from annotate.backends import Configured
from annotate.backends.openai import chat, server
from annotate.backends.openai.models import OpenAICaptioner, OpenAIDetector
from annotate.backends.openai.settings import OpenAISettings
from annotate.seeding.environment import environment
from tests.backends.standin.api import StandIn
from tests.backends.standin.requests import MODEL
from tests.backends.standin.serving import serving

Connected = Callable[..., Configured]


@pytest.fixture
def standin() -> StandIn:
    return StandIn()


@pytest.fixture
def address(standin: StandIn, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where the stand-in listens; between tests nothing is remembered of it."""
    monkeypatch.setattr(server, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(chat, "_dialects", {})
    server._shared.cache_clear()
    with serving(standin) as host:
        settings.FETCH_PRIVATE_HOSTS = [host]
        yield f"http://{host}/v1"


@pytest.fixture
def connected(address: str) -> Connected:
    def make(*, key: str = "", **changes: Any) -> Configured:
        values = {"base_url": address, "model": MODEL, "timeout": 5, "total_timeout": 20, **changes}
        secrets = {"api_key": key} if key else {}
        return Configured(
            settings=OpenAISettings(**values),
            secrets=secrets,
            label="Ours M0",
            environment=environment(),
        )

    return make


@pytest.fixture
def captioner(connected: Connected) -> OpenAICaptioner:
    return OpenAICaptioner(connected())


@pytest.fixture
def detector(connected: Connected) -> OpenAIDetector:
    return OpenAIDetector(connected())


@pytest.fixture
def image() -> Image.Image:
    return Image.new("RGB", (400, 200), (200, 30, 30))
