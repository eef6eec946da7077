"""What a server is shown: the image small enough, a crop of each object, and boxes in pixels."""

import io
import json
from typing import Any

import pytest
from PIL import Image

from annotate.backends import Box
from annotate.backends.openai.models import OpenAICaptioner, OpenAIDetector
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn


def opened(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))


def test_boxes_are_scaled_to_the_image(
    detector: OpenAIDetector, standin: StandIn, image: Image.Image
) -> None:
    [found] = detector.detect(image)
    assert found.label == "red kite"
    assert found.box == Box(x=40, y=40, width=80, height=40)
    assert standin.chats[0].form == "json_schema"
    assert "from 0 to 1000" in standin.chats[0].text


@pytest.mark.parametrize(
    ("changes", "numbers"),
    [
        ({"box_order": "yxyx"}, [200, 100, 400, 300]),
        ({"box_order": "xywh"}, [100, 200, 200, 200]),
        ({"box_range": 1}, [0.1, 0.2, 0.3, 0.4]),
        # 0 to 200 across, 0 to 100 down: pixels of the image at half its size.
        ({"box_range": 0, "longest_side": 200}, [20, 20, 60, 40]),
    ],
)
def test_every_way_to_write_a_box_leads_to_the_same_pixels(
    connected: Connected,
    standin: StandIn,
    image: Image.Image,
    changes: dict[str, Any],
    numbers: list[float],
) -> None:
    standin.say = lambda _: json.dumps({"objects": [{"label": "kite", "box": numbers}]})
    [found] = OpenAIDetector(connected(**changes)).detect(image)
    sides = (found.box.x, found.box.y, found.box.width, found.box.height)
    assert sides == pytest.approx((40, 40, 80, 40))


def test_an_image_is_made_smaller_before_it_is_sent(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    OpenAICaptioner(connected(longest_side=100)).caption_image(image)
    sent = opened(standin.chats[0].picture)
    assert (sent.size, sent.format) == ((100, 50), "JPEG")


def test_of_an_object_its_crop_is_shown_with_a_margin(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    caption = captioner.caption_crop(image, Box(x=100, y=50, width=100, height=100), "kite")
    assert opened(standin.chats[0].picture).size == (120, 120)
    assert "shows: kite" in standin.chats[0].text
    assert caption.text == "A red kite."


@pytest.mark.parametrize(
    "box",
    [
        Box(x=399.6, y=199.6, width=0.2, height=0.2),
        Box(x=-5, y=-5, width=3, height=900),
        Box(x=1000, y=1000, width=1, height=1),
    ],
)
def test_a_crop_is_never_empty(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image, box: Box
) -> None:
    captioner.caption_crop(image, box, "speck")
    assert min(opened(standin.chats[0].picture).size) >= 1
