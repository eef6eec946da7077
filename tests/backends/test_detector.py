"""Starting boxes on real photographs are worth starting from; on nothing there are none."""

import hashlib
import time

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from annotate.backends import Box, Detection, Detector
from annotate.backends.runs import detect
from tests.backends.conftest import PHOTOS, Photo

NAMES = sorted(path.stem for path in PHOTOS.glob("*.jpg"))

# Boxes drawn by hand around things nobody would leave out, as left, top, right, bottom; and the
# overlap with the best proposal that was measured when the exponents were chosen, less 0.05.
THINGS = [
    ("coffee", "cup without saucer", (172, 12, 420, 312), 0.55),
    ("coffee", "coffee in the cup", (247, 80, 370, 200), 0.58),
    ("coffee", "cup and saucer", (75, 12, 480, 385), 0.55),
    ("astronaut", "head", (152, 12, 302, 190), 0.85),
    ("astronaut", "helmet", (280, 342, 505, 512), 0.85),
    ("astronaut", "badge", (132, 350, 212, 425), 0.8),
    ("chelsea", "left eye", (137, 85, 213, 150), 0.7),
    ("chelsea", "right eye", (293, 107, 347, 163), 0.7),
    ("chelsea", "nose", (228, 222, 295, 270), 0.75),
    ("flower", "flower", (168, 85, 447, 360), 0.9),
    ("flower", "second flower", (285, 370, 475, 427), 0.8),
    ("china", "tower", (75, 30, 375, 390), 0.74),
    ("camera", "person", (2, 60, 275, 512), 0.6),
    ("retina", "disc", (0, 0, 900, 890), 0.85),
    ("clock", "clock", (142, 95, 285, 215), 0.8),
    ("grace-hopper", "face", (155, 150, 375, 325), 0.54),
    ("grace-hopper", "name plate", (78, 483, 165, 517), 0.8),
    ("grace-hopper", "ribbons", (325, 490, 452, 525), 0.8),
    ("rocket", "rocket", (303, 125, 335, 408), 0.55),
]


def overlap(box: Box, left: float, top: float, right: float, bottom: float) -> float:
    """Intersection over union."""
    wide = min(box.x + box.width, right) - max(box.x, left)
    high = min(box.y + box.height, bottom) - max(box.y, top)
    common = max(wide, 0) * max(high, 0)
    return common / (box.width * box.height + (right - left) * (bottom - top) - common)


def fingerprint(found: list[Detection]) -> str:
    text = "\n".join(item.model_dump_json() for item in found)
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture(scope="module")
def proposals(detector: Detector, photo: Photo) -> dict[str, list[Detection]]:
    return {name: detector.detect(photo(name)) for name in NAMES}


@pytest.mark.parametrize(("name", "thing", "around", "least"), THINGS, ids=lambda value: str(value))
def test_things_nobody_would_leave_out_have_a_starting_box(
    proposals: dict[str, list[Detection]],
    name: str,
    thing: str,
    around: tuple[int, int, int, int],
    least: float,
) -> None:
    assert max(overlap(item.box, *around) for item in proposals[name]) >= least, thing


def test_the_first_box_of_a_portrait_of_one_thing_is_that_thing(
    proposals: dict[str, list[Detection]],
) -> None:
    assert overlap(proposals["flower"][0].box, 168, 85, 447, 360) > 0.9
    assert overlap(proposals["retina"][0].box, 0, 0, 900, 890) > 0.85
    assert overlap(proposals["clock"][0].box, 142, 95, 285, 215) > 0.8


@pytest.mark.parametrize("name", NAMES)
def test_every_photo_gets_one_to_eight_usable_boxes_in_falling_order(
    proposals: dict[str, list[Detection]], detector: Detector, photo: Photo, name: str
) -> None:
    found = proposals[name]
    assert 1 <= len(found) <= 8
    scores = [item.score for item in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)
    run = detect(detector, photo(name))
    assert list(run.detections) == found
    assert run.dropped == ()


@pytest.mark.parametrize("name", NAMES)
def test_labels_name_colours_and_shapes_but_no_things(
    proposals: dict[str, list[Detection]], name: str
) -> None:
    for item in proposals[name]:
        assert item.label.split()[-1] in {"region", "area", "spot", "band", "column"}


def test_boxes_of_one_photo_do_not_repeat_one_another(
    proposals: dict[str, list[Detection]],
) -> None:
    for found in proposals.values():
        for index, one in enumerate(found):
            for other in found[index + 1 :]:
                box = other.box
                assert overlap(one.box, box.x, box.y, box.x + box.width, box.y + box.height) <= 0.46


@pytest.mark.parametrize("name", ["coffee", "camera"])
def test_the_same_photo_always_gives_the_same_boxes(
    proposals: dict[str, list[Detection]], photo: Photo, detector: Detector, name: str
) -> None:
    again = type(detector)().detect(photo(name))
    assert fingerprint(again) == fingerprint(proposals[name])


def test_the_number_of_boxes_is_a_parameter_and_is_reported(photo: Photo) -> None:
    from annotate.backends.classical.models import ClassicalDetector

    two = ClassicalDetector(most=2)
    assert len(two.detect(photo("astronaut"))) == 2
    assert two.parameters["most_boxes"] == 2


def test_mirroring_the_photo_moves_the_flower_to_the_other_side(
    detector: Detector, photo: Photo
) -> None:
    image = photo("flower").crop((150, 0, 640, 427))  # the flower is now on the left
    there, back = detector.detect(image)[0], detector.detect(ImageOps.mirror(image))[0]
    assert there.attributes["place"] == "left"
    assert back.attributes["place"] == "right"
    upside_down = detector.detect(ImageOps.flip(photo("coffee")))[0]
    assert str(upside_down.attributes["place"]).startswith(("bottom", "lower"))


def test_a_disc_is_found_to_within_two_pixels_and_called_by_its_colour(detector: Detector) -> None:
    image = Image.new("RGB", (300, 240), (245, 245, 245))
    ImageDraw.Draw(image).ellipse((40, 20, 139, 119), fill=(208, 31, 31))
    (found,) = detector.detect(image)
    assert found.label == "red region"
    for side, wanted in zip(
        (found.box.x, found.box.y, found.box.width, found.box.height), (40, 20, 100, 100),
        strict=True,
    ):  # fmt: skip
        assert abs(side - wanted) <= 2
    assert found.attributes["place"] == "upper left"


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (7, 9), (640, 3), (300, 200)])
def test_an_even_image_of_any_shape_has_no_boxes(detector: Detector, size: tuple[int, int]) -> None:
    assert detector.detect(Image.new("RGB", size, (90, 120, 60))) == []


def test_sensor_noise_alone_has_no_boxes(detector: Detector) -> None:
    noise = np.random.default_rng(1).normal(128, 2, (240, 320, 1)).repeat(3, axis=2)
    assert detector.detect(Image.fromarray(noise.astype(np.uint8))) == []


@pytest.mark.parametrize("size", [(2400, 60), (60, 2400)])
def test_a_thing_in_a_long_strip_is_found(detector: Detector, size: tuple[int, int]) -> None:
    image = Image.new("RGB", size, (240, 240, 235))
    middle = (size[0] // 2, size[1] // 2)
    ImageDraw.Draw(image).rectangle(
        (middle[0] - 20, middle[1] - 20, middle[0] + 19, middle[1] + 19), fill=(20, 60, 150)
    )
    (found,) = detector.detect(image)
    assert overlap(found.box, *(c + d for d in (-20, 20) for c in middle)) > 0.7


def test_a_drawing_on_nothing_is_found_as_on_white_paper(detector: Detector) -> None:
    image = Image.new("RGBA", (200, 200), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((60, 60, 139, 139), fill=(30, 120, 40, 255))
    (found,) = detect(detector, image).detections
    assert found.label == "green region"


def test_twelve_megapixels_give_the_same_things_in_seconds_not_minutes(
    detector: Detector, photo: Photo
) -> None:
    """Usually well under one second of one core; the limit leaves room for a busy machine."""
    large = photo("coffee").resize((4000, 3000), Image.Resampling.BICUBIC)
    started = time.process_time()
    found = detector.detect(large)
    assert time.process_time() - started < 6
    scale_x, scale_y = 4000 / 600, 3000 / 400
    cup = (172 * scale_x, 12 * scale_y, 420 * scale_x, 312 * scale_y)
    assert max(overlap(item.box, *cup) for item in found) > 0.5
