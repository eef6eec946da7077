"""Texts by a local model: in batches, repeatably, signed."""

import pytest
from PIL import Image

from annotate.backends import Backend, BackendError, Box, Caption, CaptionRequest, Hint, LabelledBox
from annotate.backends.transformers import loading
from annotate.backends.transformers.models import question
from annotate.backends.transformers.settings import TransformersSettings
from tests.backends.tiny import scenes, shelf
from tests.backends.transformers.conftest import Configure


def requests() -> list[CaptionRequest]:
    """Ask about objects and whole images, in questions of different lengths."""
    drawn = [scenes.draw(seed) for seed in range(3)]
    whole = [CaptionRequest(image=each.image) for each in drawn]
    parts = [
        CaptionRequest(
            image=each.image, box=Box(**thing.box.model_dump()), label=thing.label * (number + 1)
        )
        for number, each in enumerate(drawn)
        for thing in each.objects
    ]
    return whole + parts


def texts(answers: list[Caption | BackendError]) -> list[str]:
    return [each.text for each in answers if isinstance(each, Caption)]


def test_a_batch_says_what_single_questions_say(backend: Backend, configure: Configure) -> None:
    captioner = backend.captioner(configure(captioner=shelf.base_model().name))
    asked = requests()
    together = texts(captioner.caption_many(asked))
    alone = texts([answer for each in asked for answer in captioner.caption_many([each])])
    assert together == alone
    assert len(together) == len(asked) > captioner.batch
    assert len(set(together)) > 1


def test_every_text_bears_question_answer_tokens_and_time(
    backend: Backend, configure: Configure
) -> None:
    captioner = backend.captioner(configure(captioner=shelf.base_model().name))
    caption = captioner.caption_crop(
        scenes.draw(1).image, Box(x=1, y=2, width=30, height=30), "cup"
    )
    assert caption.trace is not None
    assert caption.trace.prompt == "Describe the object in the image in detail.\nLabel: cup"
    assert caption.trace.raw == caption.text
    assert caption.trace.usage is not None
    assert caption.trace.usage.prompt_tokens > 24
    assert 0 < caption.trace.usage.completion_tokens <= 6
    assert caption.trace.latency_seconds
    assert captioner.parameters["model"] == "local M1"
    assert captioner.parameters["max_new_tokens"] == 6


def test_one_that_fails_takes_no_other_with_it(backend: Backend, configure: Configure) -> None:
    """A question that holds the model's own sign for a picture promises one that is not there."""
    captioner = backend.captioner(
        configure(captioner=shelf.base_model().name, prompt_object="{label}")
    )
    image, box = scenes.draw(1).image, Box(x=0, y=0, width=20, height=20)
    good, bad, also_good = captioner.caption_many(
        [CaptionRequest(image=image, box=box, label=each) for each in ("cup", "<image>", "hat")]
    )
    assert isinstance(good, Caption)
    assert isinstance(bad, BackendError)
    assert isinstance(also_good, Caption)


def test_a_model_is_loaded_once_and_few_are_kept(backend: Backend, configure: Configure) -> None:
    loading.clear()
    one = configure(captioner=shelf.base_model().name)
    for _ in range(2):
        backend.captioner(one).caption_image(scenes.draw(1).image)
    assert len(loading._loaded) == 1
    kept = next(iter(loading._loaded.values()))
    backend.captioner(configure(captioner=shelf.base_model().name, batch_size=2)).caption_image(
        scenes.draw(1).image
    )
    assert next(iter(loading._loaded.values())) is kept
    for number in range(loading.MOST):
        loading.cached((str(number),), lambda: kept)
    assert len(loading._loaded) == loading.MOST
    loading.clear()


@pytest.mark.parametrize(
    ("chosen", "size", "prompt"),
    [
        ({}, (20, 10), "Describe the object in the image in detail.\nLabel: cup"),
        ({"longest_side": 32, "objects_as": "box"}, (32, 16), None),
        ({"prompt_object": "{box}|{label}|{hints}"}, (20, 10), "[200, 100, 400, 300]|cup|{hints}"),
    ],
)
def test_a_question_about_an_object_shows_crop_or_box(
    chosen: dict[str, object], size: tuple[int, int], prompt: str | None
) -> None:
    settings = TransformersSettings.model_validate({"captioner": "any", **chosen})
    request = CaptionRequest(
        image=Image.new("RGB", (100, 50)), box=Box(x=10, y=10, width=20, height=10), label="cup"
    )
    asked = question(request, settings)
    assert asked.image.size == size
    assert prompt is None or asked.prompt == prompt


def test_a_question_about_an_image_can_name_objects_and_metadata() -> None:
    settings = TransformersSettings(captioner="any", prompt_image="See {objects}. {hints}!")
    box = Box(x=0, y=0, width=9, height=9)
    request = CaptionRequest(
        image=Image.new("RGB", (3000, 50)),
        objects=[LabelledBox(label="cup", box=box), LabelledBox(label="{hints}", box=box)],
        hints=[Hint(label="Title", value="Breakfast")],
    )
    asked = question(request, settings)
    assert asked.prompt == "See cup, {hints}. Title: Breakfast!"
    assert asked.image.size == (1024, 17)


@pytest.mark.parametrize("box", [(-50, -50, 10, 10), (400, 400, 10, 10), (5, 5, 0.1, 0.1)])
def test_a_careless_box_still_shows_a_pixel(box: tuple[float, float, float, float]) -> None:
    x, y, width, height = box
    request = CaptionRequest(
        image=Image.new("RGB", (100, 50)), box=Box(x=x, y=y, width=width, height=height)
    )
    shown = question(request, TransformersSettings(captioner="any")).image
    assert min(shown.size) >= 1
