"""Structured output: as strictly as the server can, and what it cannot is learned once."""

from collections import deque

import pytest
from PIL import Image

from annotate.backends import BackendError
from annotate.backends.openai.models import OpenAICaptioner, OpenAIDetector
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn
from tests.backends.standin.wire import Said


@pytest.mark.parametrize(
    ("understood", "used", "asked"),
    [
        ({"text", "json_object", "json_schema"}, "json_schema", 1),
        ({"text", "json_object"}, "json_object", 2),
        ({"text"}, "text", 3),
    ],
)
def test_the_strictest_form_that_a_server_understands_is_used(
    detector: OpenAIDetector,
    standin: StandIn,
    image: Image.Image,
    understood: set[str],
    used: str,
    asked: int,
) -> None:
    standin.forms = understood
    assert [each.label for each in detector.detect(image)] == ["red kite"]
    assert (standin.chats[-1].form, len(standin.asked)) == (used, asked)
    detector.detect(image)
    assert len(standin.asked) == asked + 1, "what was learned is remembered"


def test_a_form_that_the_lead_chose_is_not_given_up(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    standin.forms = {"text"}
    with pytest.raises(BackendError, match="response_format"):
        OpenAIDetector(connected(structured="json_schema")).detect(image)
    OpenAIDetector(connected(structured="none")).detect(image)
    assert standin.chats[-1].form == "text"


def test_a_refusal_for_another_reason_teaches_nothing(
    detector: OpenAIDetector, standin: StandIn, image: Image.Image
) -> None:
    """Catches one picture that is too large, after which all answers come without a form."""
    standin.faults = deque([Said(400, {"error": {"message": "Too large."}})] * 3)
    with pytest.raises(BackendError, match="Too large"):
        detector.detect(image)
    detector.detect(image)
    assert standin.chats[-1].form == "json_schema"


def test_texts_are_asked_for_without_a_form(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    captioner.caption_image(image)
    assert "response_format" not in standin.chats[0].body


def test_a_model_that_refuses_parameters_is_asked_without_them(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.refuses = {
        "max_tokens": "Unsupported parameter: use 'max_completion_tokens' instead.",
        "temperature": "Unsupported value: 'temperature' does not support 0.",
    }
    captioner.caption_image(image)
    body = standin.chats[-1].body
    assert body["max_completion_tokens"] == 1024
    assert not {"max_tokens", "temperature"} & set(body)
    asked = len(standin.asked)
    captioner.caption_image(image)
    assert len(standin.asked) == asked + 1
