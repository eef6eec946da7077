"""Captions are honest: every word follows from a measurement, or is quoted."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from annotate.backends import Box, Captioner, CaptionRequest, Detector, Hint, LabelledBox
from annotate.backends.classical.sentences import relation
from tests.backends.conftest import PHOTOS, Photo

NAMES = sorted(path.stem for path in PHOTOS.glob("*.jpg"))
FILLERS = ("in this image", "we can see", "there is", "there are", "this is a", "picture of")


def box(x: float, y: float, width: float, height: float) -> Box:
    return Box(x=x, y=y, width=width, height=height)


def labelled(label: str, *sides: float) -> LabelledBox:
    return LabelledBox(label=label, box=box(*sides))


@pytest.fixture
def two_things() -> Image.Image:
    """A red square on the upper left and a blue one on the lower right of white paper."""
    image = Image.new("RGB", (300, 300), (247, 247, 247))
    draw = ImageDraw.Draw(image)
    draw.rectangle((30, 30, 89, 89), fill=(208, 31, 31))
    draw.rectangle((210, 210, 269, 269), fill=(45, 95, 200))
    return image


def test_a_region_is_told_by_colour_texture_place_and_share(
    captioner: Captioner, two_things: Image.Image
) -> None:
    caption = captioner.caption_crop(two_things, box(30, 30, 60, 60), "red region")
    assert caption.text == (
        "A red, smooth region in the upper left, covering about 4% of the image. It is about as "
        "wide as it is tall. It stands out clearly from the white around it."
    )
    assert caption.attributes["place"] == "upper left"
    assert caption.attributes["share"] == 0.04


def test_the_name_somebody_gave_is_quoted_and_not_vouched_for(
    captioner: Captioner, two_things: Image.Image
) -> None:
    text = captioner.caption_crop(two_things, box(210, 210, 60, 60), "mail box").text
    assert text.startswith("What is labelled “mail box” is blue and smooth; it lies in the lower")


def test_turning_the_image_over_turns_the_words(
    captioner: Captioner, two_things: Image.Image
) -> None:
    mirrored = ImageOps.mirror(two_things)
    text = captioner.caption_crop(mirrored, box(210, 30, 60, 60), "red region").text
    assert "in the upper right" in text
    flipped = ImageOps.flip(two_things)
    text = captioner.caption_crop(flipped, box(30, 210, 60, 60), "red region").text
    assert "in the lower left" in text


def test_a_whole_image_is_told_from_the_salient_to_the_rest(
    captioner: Captioner, two_things: Image.Image
) -> None:
    objects = [labelled("red region", 30, 30, 60, 60), labelled("blue region", 210, 210, 60, 60)]
    text = captioner.caption_image(two_things, objects).text
    assert text == (
        "A white image, in which a red region in the upper left stands out. It is smooth and "
        "covers about 4% of the image. Right of the red region, in the lower right, the blue "
        "region is smooth and covers about 4% of the image. Overall the image is bright, with "
        "moderate contrast. Its main colours are white (92%), red (4%) and blue (4%)."
    )


def test_regions_with_one_label_are_counted(captioner: Captioner, two_things: Image.Image) -> None:
    objects = [labelled("region", 30, 30, 60, 60), labelled("region", 210, 210, 60, 60)]
    text = captioner.caption_image(two_things, objects).text
    assert "Right of the first region, in the lower right, the second region is" in text


def test_hints_that_bear_on_what_is_seen_are_passed_on_and_others_are_not(
    captioner: Captioner, two_things: Image.Image
) -> None:
    hints = [
        Hint(label="Title", value="Two squares"),
        Hint(label="Art style", value="Concrete"),
        Hint(label="Licence", value="CC0"),
        Hint(label="Place", value="  "),
    ]
    text = captioner.caption_image(two_things, hints=hints).text
    assert text.endswith("The metadata gives the title “Two squares” and the art style “Concrete”.")
    assert "CC0" not in text


def test_a_hint_that_goes_on_for_lines_is_kept_short(
    captioner: Captioner, two_things: Image.Image
) -> None:
    text = captioner.caption_image(two_things, hints=[Hint(label="Title", value="so on\n " * 300)])
    assert text.text.endswith(" so on…”.")
    assert len(text.text) < 600


@pytest.mark.parametrize(
    ("one", "other", "word"),
    [
        (box(0, 0, 10, 10), box(50, 0, 10, 10), "left of"),
        (box(50, 0, 10, 10), box(0, 0, 10, 10), "right of"),
        (box(0, 0, 10, 10), box(0, 50, 10, 10), "above"),
        (box(0, 50, 10, 10), box(0, 0, 10, 10), "below"),
        (box(20, 20, 10, 10), box(0, 0, 90, 90), "inside"),
        (box(0, 0, 90, 90), box(20, 20, 10, 10), "around"),
        (box(0, 0, 200, 10), box(60, 20, 10, 10), "above"),
    ],
)
def test_relations_between_boxes(one: Box, other: Box, word: str) -> None:
    assert relation(one, other) == word


@pytest.mark.parametrize("name", NAMES)
def test_captions_of_real_photos_are_whole_sentences_without_fillers(
    captioner: Captioner, detector: Detector, photo: Photo, name: str
) -> None:
    image = photo(name)
    objects = [LabelledBox(label=item.label, box=item.box) for item in detector.detect(image)]
    captions = [captioner.caption_crop(image, item.box, item.label) for item in objects]
    captions.append(captioner.caption_image(image, objects))
    for caption in captions:
        assert caption.text[0].isupper()
        assert caption.text.endswith(".")
        assert "  " not in caption.text
        assert not any(filler in caption.text.lower() for filler in FILLERS)
        assert 10 <= len(caption.text.split()) <= 400
    assert len({caption.text for caption in captions}) == len(captions)


def test_the_captions_of_many_crops_are_those_made_one_by_one(
    captioner: Captioner, detector: Detector, photo: Photo
) -> None:
    image = photo("chelsea")
    objects = [LabelledBox(label=item.label, box=item.box) for item in detector.detect(image)]
    requests = [CaptionRequest(image, box=item.box, label=item.label) for item in objects]
    assert captioner.caption_many(requests) == [
        captioner.caption_crop(image, item.box, item.label) for item in objects
    ]


def test_the_same_photo_always_gives_the_same_text(captioner: Captioner, photo: Photo) -> None:
    objects = [labelled("cup", 172, 12, 248, 300)]
    once = captioner.caption_image(photo("coffee"), objects)
    assert type(captioner)().caption_image(photo("coffee"), objects) == once


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (3000, 1), (200, 100)])
def test_an_even_image_is_called_even(captioner: Captioner, size: tuple[int, int]) -> None:
    text = captioner.caption_image(Image.new("RGB", size, (128, 128, 128))).text
    assert text == (
        "An image in shades of grey, grey, even all over and without visible structure. Overall "
        "the image is of medium brightness, with little contrast."
    )


def test_a_black_and_white_photo_is_called_grey(captioner: Captioner, photo: Photo) -> None:
    assert captioner.caption_image(photo("camera")).text.startswith("An image in shades of grey")
    assert "shades of grey" not in captioner.caption_image(photo("china")).text


def test_structure_without_objects_is_not_called_even(captioner: Captioner) -> None:
    checks = np.kron(np.indices((8, 8)).sum(axis=0) % 2 * 255, np.ones((30, 30)))
    image = Image.fromarray(checks.astype(np.uint8)).convert("RGB")
    text = captioner.caption_image(image).text
    assert "no single area stands out" in text
    assert "strong contrast" in text
