"""Images made from texts by a server of the images API."""

from typing import Any

import pytest

from annotate.backends import BackendError
from annotate.backends.openai.painter import OpenAIPainter
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn
from tests.backends.standin.wire import HANG_UP, Said


def painter(connected: Connected, **changes: Any) -> OpenAIPainter:
    return OpenAIPainter(connected(**changes), model="painter-1", size="512x512")


@pytest.mark.parametrize("form", ["b64_json", "url"])
def test_an_image_comes_in_the_answer_or_at_an_address(
    connected: Connected, standin: StandIn, form: str
) -> None:
    standin.image_form = form
    standin.key = "sk-secret-key"
    asked = painter(connected, key="sk-secret-key", concurrency=1)
    found = asked.paint_many(["A tree.", "A kite."])
    assert found == [b"an image of A tree.", b"an image of A kite."]
    assert [(each["model"], each["size"], each["n"]) for each in standin.painted] == [
        ("painter-1", "512x512", 1)
    ] * 2


def test_what_may_pass_is_asked_again(connected: Connected, standin: StandIn) -> None:
    standin.faults.extend([Said(500, {"error": {"message": "Oh."}}), HANG_UP])
    assert painter(connected, retries=3).paint_many(["A tree."]) == [b"an image of A tree."]


def test_a_refusal_stops_no_other_and_says_why(connected: Connected, standin: StandIn) -> None:
    standin.faults.append(Said(400, {"error": {"message": "Not this one."}}))
    found = painter(connected, concurrency=1).paint_many(["A tree.", "A kite."])
    assert isinstance(found[0], BackendError)
    assert "Not this one." in str(found[0])
    assert found[1] == b"an image of A kite."


@pytest.mark.parametrize(
    "data", [None, [], {"data": []}, {"data": [{}]}, {"data": [{"b64_json": "?"}]}]
)
def test_an_answer_without_an_image_is_none(
    connected: Connected, standin: StandIn, data: object
) -> None:
    standin.faults.append(Said(200, data))
    [found] = painter(connected).paint_many(["A tree."])
    assert isinstance(found, BackendError)


def test_an_address_that_must_not_be_reached_is_not(connected: Connected, standin: StandIn) -> None:
    """A server must not have this one fetch what only this machine can reach."""
    image = {"data": [{"url": "http://127.0.0.1:1/private"}]}
    standin.faults.append(Said(200, image))
    [found] = painter(connected).paint_many(["A tree."])
    assert isinstance(found, BackendError)
    assert not found.retry
