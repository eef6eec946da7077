"""What is asked of the server, and what becomes of its answers."""

import json

import pytest
from PIL import Image

from annotate.backends import BackendError, Box, CaptionRequest, Hint, LabelledBox
from annotate.backends.openai.models import OpenAICaptioner, OpenAIDetector
from tests.backends.openai.conftest import Connected
from tests.backends.standin.api import StandIn


def test_the_whole_image_is_asked_about_with_its_objects_and_hints(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    box = Box(x=1, y=1, width=9, height=9)
    objects = [LabelledBox(label=label, box=box) for label in ("kite", "{hints}")]
    captioner.caption_image(image, objects, [Hint(label="Title", value="At the beach")])
    asked = standin.chats[0].text
    assert "- kite\n- {hints}\n" in asked
    assert asked.endswith("- Title: At the beach")


def test_where_nothing_is_known_the_question_says_so(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    captioner.caption_image(image)
    assert standin.chats[0].text.count("(nothing)") == 2


def test_the_instruction_and_the_parameters_are_sent(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    configured = connected(instruction="Be brief.", temperature=0.5, max_tokens=77)
    OpenAICaptioner(configured).caption_image(image)
    body = standin.chats[0].body
    assert body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert (body["temperature"], body["max_tokens"], body["stream"]) == (0.5, 77, False)


def test_the_key_is_sent_and_told_nobody(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    standin.key = "sk-right-key-123"
    right = OpenAICaptioner(connected(key="sk-right-key-123"))
    assert right.caption_image(image).text == "A red kite."
    wrong = OpenAICaptioner(connected(key="sk-wrong-key-456"))
    with pytest.raises(BackendError) as refused:
        wrong.caption_image(image)
    assert "401" in str(refused.value)
    assert "sk-wrong-key-456" not in str(refused.value)  # though the server repeats it
    assert not refused.value.retry


def test_question_answer_tokens_and_costs_are_kept(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    priced = connected(price_in=2, price_out=10, prompt_image="What is it?")
    caption = OpenAICaptioner(priced).caption_image(image)
    trace = caption.trace
    assert trace is not None
    assert trace.prompt == "What is it?"
    assert isinstance(trace.raw, dict)
    assert (trace.raw["content"], trace.raw["tries"]) == ("A red kite.", 1)
    usage = trace.usage
    assert usage is not None
    assert (usage.prompt_tokens, usage.completion_tokens) == (87, 2)
    assert usage.cost == pytest.approx((87 * 2 + 2 * 10) / 1_000_000)
    assert trace.latency_seconds is not None


def test_an_answer_is_kept_no_longer_than_it_is_of_use(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.say = lambda _: "word " * 50_000
    trace = captioner.caption_image(image).trace
    assert trace is not None
    assert len(json.dumps(trace.raw)) < 13_000


def test_many_questions_keep_their_order(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.say = lambda chat: chat.text.rsplit("shows: ", 1)[1].split(".")[0]
    box = Box(x=1, y=1, width=50, height=50)
    asked = [CaptionRequest(image, box=box, label=f"thing {number}") for number in range(40)]
    texts = [each.text for each in captioner.caption_many(asked) if not _failed(each)]  # type: ignore[union-attr]
    assert texts == [f"thing {number}" for number in range(40)]


def _failed(answer: object) -> bool:
    return isinstance(answer, BackendError)


def test_no_more_requests_are_under_way_than_allowed(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    standin.seconds = 0.02
    captioner = OpenAICaptioner(connected(concurrency=3))
    captioner.caption_many([CaptionRequest(image)] * 24)
    assert standin.most_under_way == 3


def test_detectors_and_captioners_share_the_limit_of_a_server(
    connected: Connected, standin: StandIn, image: Image.Image
) -> None:
    configured = connected(concurrency=2)
    one, two = OpenAICaptioner(configured), OpenAIDetector(configured)
    assert one._chat.server is two._chat.server
    assert OpenAICaptioner(connected(concurrency=3))._chat.server is not one._chat.server


def test_thoughts_are_not_part_of_a_text(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.say = lambda _: "<think>It may be a bird.</think>\n\nA red kite."
    caption = captioner.caption_image(image)
    assert caption.text == "A red kite."
    assert caption.trace is not None
    assert "may be a bird" in str(caption.trace.raw)


def test_a_text_that_was_cut_off_ends_with_a_whole_sentence(
    captioner: OpenAICaptioner, standin: StandIn, image: Image.Image
) -> None:
    standin.finish_reason = "length"
    standin.say = lambda _: 'A kite of 1.5 m. It says "fly!" It is half'
    assert captioner.caption_image(image).text == 'A kite of 1.5 m. It says "fly!"'
    standin.say = lambda _: "A kite that is"
    with pytest.raises(BackendError, match="longer answers"):
        captioner.caption_image(image)
