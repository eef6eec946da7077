"""Health of a server: asked quickly, of its models, and never inside our own network."""

import pytest
from PIL import Image
from pytest_django import Settings

from annotate.backends import BackendError, Configured
from annotate.backends.openai import BACKEND
from annotate.backends.openai.models import OpenAICaptioner
from annotate.backends.openai.settings import OpenAISettings
from annotate.seeding.environment import environment
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn


def test_health_is_asked_quickly(connected: Connected, standin: StandIn) -> None:
    assert BACKEND.health(connected()).available
    standin.key = "sk-right-key-123"
    refused = BACKEND.health(connected(key="sk-other-key-456"))
    assert not refused.available
    assert "401" in str(refused.reason)


def test_health_tells_of_a_model_that_is_not_listed(connected: Connected) -> None:
    health = BACKEND.health(connected(model="standin-v1"))
    assert health.available
    assert str(health.reason) == "The server lists no model “standin-v1”, but: standin-vl."


def test_an_address_of_our_own_network_is_not_asked(settings: Settings) -> None:
    settings.FETCH_PRIVATE_HOSTS = []
    for address in ("http://127.0.0.1:9/v1", "https://169.254.169.254/v1", "http://[::1]:9/v1"):
        configured = Configured(
            settings=OpenAISettings(base_url=address, model="m"), environment=environment()
        )
        health = BACKEND.health(configured)
        assert not health.available
        assert "FETCH_PRIVATE_HOSTS" in str(health.reason)
        with pytest.raises(BackendError) as failed:
            OpenAICaptioner(configured).caption_image(Image.new("RGB", (40, 40)))
        assert not failed.value.retry


def test_who_is_given_no_transport_reaches_no_server(address: str) -> None:
    configured = Configured(settings=OpenAISettings(base_url=address, model="m"))
    health = BACKEND.health(configured)
    assert not health.available
    assert "No server is reached from here." in str(health.reason)
