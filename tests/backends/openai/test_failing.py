"""Servers that fail, each in its own way: what passes is asked again, what does not is told."""

import time
from collections import deque
from typing import Any

import pytest
from PIL import Image

from annotate.backends import BackendError, CaptionRequest
from annotate.backends.openai.models import OpenAICaptioner, OpenAIDetector
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn
from tests.backends.standin.wire import HANG_UP, Said


def said(status: int, message: str = "Busy.", **headers: str) -> Said:
    return Said(status, {"error": {"message": message}}, headers)


def failure(captioner: OpenAICaptioner, image: Image.Image) -> BackendError:
    with pytest.raises(BackendError) as failed:
        captioner.caption_image(image)
    return failed.value


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_what_may_pass_is_asked_again(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image, status: int
) -> None:
    standin.faults = deque([said(status), said(status)])
    caption = captioner.caption_image(image)
    assert caption.text == "A red kite."
    assert caption.trace is not None
    assert isinstance(caption.trace.raw, dict)
    assert caption.trace.raw["tries"] == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422])
def test_what_does_not_pass_is_asked_once(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image, status: int
) -> None:
    standin.faults = deque([said(status, "The image\x00 is too large.")] * 5)
    error = failure(captioner, image)
    assert str(error) == f"The server answered {status}: The image is too large."
    assert not error.retry
    assert len(standin.asked) == 1


def test_an_empty_purse_is_not_waited_for(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    spent = Said(429, {"error": {"message": "No credit.", "code": "insufficient_quota"}})
    standin.faults = deque([spent] * 5)
    assert not failure(captioner, image).retry
    assert len(standin.asked) == 1


def test_tries_come_to_an_end(connected: Connected, standin: StandIn, image: Image.Image) -> None:
    standin.faults = deque([said(500)] * 9)
    error = failure(OpenAICaptioner(connected(retries=2)), image)
    assert str(error) == "The server answered 500: Busy. (tried 3 times)"
    assert error.retry
    assert len(standin.asked) == 3


def test_a_server_is_left_alone_for_as_long_as_it_asks(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.faults = deque([said(429, **{"Retry-After": "0.5"})])
    started = time.monotonic()
    captioner.caption_image(image)
    assert 0.5 <= time.monotonic() - started < 20


def test_the_total_timeout_ends_before_the_wait_that_a_server_asks_for(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    standin.faults = deque([said(503, **{"Retry-After": "3600"})])
    started = time.monotonic()
    assert failure(OpenAICaptioner(connected(total_timeout=2)), image).retry
    assert time.monotonic() - started < 60


def test_a_rate_limit_is_kept_to_and_nothing_is_lost(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    standin.per_second = 10
    captioner = OpenAICaptioner(connected(concurrency=6, retries=20))
    answers = captioner.caption_many([CaptionRequest(image)] * 25)
    assert [isinstance(answer, BackendError) for answer in answers] == [False] * 25
    assert len(standin.chats) == 25


def test_requests_a_minute_are_spread_over_it(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    captioner = OpenAICaptioner(connected(requests_per_minute=600))
    started = time.monotonic()
    captioner.caption_many([CaptionRequest(image)] * 6)
    assert time.monotonic() - started >= 0.5  # five gaps of a tenth


def test_a_server_that_hangs_is_given_up(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    standin.faults = deque([30.0, 30.0])
    captioner = OpenAICaptioner(connected(timeout=0.2, retries=1))
    started = time.monotonic()
    error = failure(captioner, image)
    assert "did not answer in time" in str(error)
    assert error.retry
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    "fault", [HANG_UP, Said(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"), Said(raw=b"?")]
)
def test_a_line_that_breaks_is_tried_again(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image, fault: Said
) -> None:
    standin.faults = deque([fault])
    assert captioner.caption_image(image).text == "A red kite."


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        "busy",
        {"choices": []},
        {"choices": [None]},
        {"choices": [{}]},
        {"choices": [{"message": {"content": None}}]},
        {"choices": [{"message": {"content": {"a": 1}}}]},
        {"choices": [{"message": {"content": "", "refusal": "I cannot."}}]},
        {"choices": [{"message": {"content": " \u200b\n "}}]},
        {"error": {"message": "out of memory"}},
    ],
)
def test_an_answer_that_is_none_is_an_error_and_nothing_worse(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image, data: Any
) -> None:
    standin.faults = deque([Said(data=data)])
    assert str(failure(captioner, image))
    assert len(standin.asked) == 1


@pytest.mark.parametrize("body", [b"", b"<html>busy</html>", b"{", b"\xff\xfe", b"[" * 99_999])
def test_garbage_is_an_error_and_nothing_worse(
    captioner: OpenAICaptioner,
    detector: OpenAIDetector,
    standin: StandIn,
    image: Image.Image,
    body: bytes,
) -> None:
    standin.faults = deque([Said(body=body), Said(body=body)])
    assert str(failure(captioner, image))
    [found] = detector.detect_many([image])
    assert isinstance(found, BackendError)


def test_one_failure_stops_no_other(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.faults = deque([None, said(400), None])
    answers = captioner.caption_many([CaptionRequest(image)] * 3)
    assert sorted(isinstance(answer, BackendError) for answer in answers) == [False, False, True]


def test_usage_that_is_nonsense_costs_nothing(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    told = {"prompt_tokens": "many", "completion_tokens": -4}
    standin.faults = deque(
        [Said(data={"choices": [{"message": {"content": "A kite."}}], "usage": told})]
    )
    trace = OpenAICaptioner(connected(price_in=5)).caption_image(image).trace
    assert trace is not None
    assert trace.usage is not None
    assert (trace.usage.prompt_tokens, trace.usage.cost) == (0, 0)
