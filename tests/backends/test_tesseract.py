"""Text on signs and pages is read, and bark is not.

The engine is the real one; `make test` installs it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from PIL import Image
from skimage import data

from annotate.backends import Box, Detector, Word
from annotate.backends.runs import detect, read
from annotate.backends.tesseract import engine
from annotate.backends.tesseract.reader import TesseractReader
from tests.backends.conftest import Photo
from tests.backends.signs import BLACK_ON_CREAM, NO_PARKING, SALE, WHITE_ON_RED, sign

PICTURES: Any = data  # of scikit-image, whose functions have no types
# What stands on the photographed page that comes with scikit-image.
PAGE = """Region-based segmentation Let us first determine markers of the coins and the background.
These markers are pixels that we can label unambiguously as either object or background. Here, the
markers are found at the two extreme parts of the histogram of grey values: >>> markers =
np.zeros_like(coins)"""


def score(words: Sequence[Word], truth: Sequence[str]) -> tuple[float, float]:
    """Return precision and recall of whole words, capitals and signs included."""
    found, meant = Counter(word.text for word in words), Counter(truth)
    right = (found & meant).total()
    return (right / found.total() if found else 1.0), right / meant.total()


def tokens(lines: Sequence[str]) -> list[str]:
    return " ".join(lines).split()


@pytest.mark.parametrize("colours", [WHITE_ON_RED, BLACK_ON_CREAM], ids=["light", "dark"])
@pytest.mark.parametrize("lines", [NO_PARKING, SALE], ids=["capitals", "words"])
@pytest.mark.parametrize(
    ("size", "turned", "blurred"), [(34, 0, 0), (34, 0, 1.5), (20, 0, 0), (16, 0, 0)]
)
def test_a_sign_in_a_marked_area_is_read_without_a_mistake(
    colours: tuple[tuple[int, int, int], tuple[int, int, int]],
    lines: tuple[str, ...],
    size: int,
    turned: float,
    blurred: float,
) -> None:
    image, box = sign(lines, size=size, turned=turned, blurred=blurred, colours=colours)
    assert score(TesseractReader().read(image, [box]), tokens(lines)) == (1, 1)


def test_over_all_signs_nine_of_ten_words_are_right_and_found(detector: Detector) -> None:
    """Areas come from the detector, as in a seeding run; signs are slanted and blurred, too."""
    right = found = meant = 0
    for lines in (NO_PARKING, SALE):
        for colours in (WHITE_ON_RED, BLACK_ON_CREAM):
            for size, turned, blurred in ((34, 5, 0), (28, -4, 0.8), (14, 0, 0)):
                image, _ = sign(lines, size=size, turned=turned, blurred=blurred, colours=colours)
                areas = [each.box for each in detect(detector, image).detections]
                words = Counter(word.text for word in TesseractReader().read(image, areas))
                right += (words & Counter(tokens(lines))).total()
                found += words.total()
                meant += len(tokens(lines))
    print(f"signs: precision {right / found:.3f}, recall {right / meant:.3f} of {meant} words")
    assert right / found >= 0.9
    assert right / meant >= 0.9


def test_a_photographed_page_is_mostly_read() -> None:
    image = Image.fromarray(PICTURES.page()).convert("RGB")
    whole = Box(x=0, y=0, width=image.width, height=image.height)
    precision, recall = score(TesseractReader().read(image, [whole]), PAGE.split())
    print(f"page: precision {precision:.3f}, recall {recall:.3f} of {len(PAGE.split())} words")
    assert precision >= 0.85
    assert recall >= 0.65


def test_handwriting_that_cannot_be_read_gives_no_words() -> None:
    image = Image.fromarray(PICTURES.text()).convert("RGB")
    whole = Box(x=0, y=0, width=image.width, height=image.height)
    assert TesseractReader().read(image, [whole]) == []


@pytest.mark.parametrize("name", ["coffee", "camera", "chelsea", "flower"])
def test_no_words_are_read_into_a_photo_without_text(
    photo: Photo, detector: Detector, name: str
) -> None:
    image = photo(name)
    areas = [each.box for each in detect(detector, image).detections]
    assert [word.text for word in TesseractReader().read(image, areas)] == []


def test_words_come_in_reading_order_each_in_its_place() -> None:
    image, box = sign(NO_PARKING, size=34)
    words = TesseractReader().read(image, [box])
    assert [word.text for word in words] == ["NO", "PARKING", "LOADING", "ZONE"]
    for word in words:
        assert box.x < word.box.x < word.box.x + word.box.width < box.x + box.width
        assert box.y < word.box.y < word.box.y + word.box.height < box.y + box.height
        assert 15 < word.box.height < 45
    assert words[0].box.y == pytest.approx(words[1].box.y, abs=4)
    assert words[0].box.x < words[1].box.x


def test_an_area_that_was_marked_twice_gives_its_words_once() -> None:
    image, box = sign(NO_PARKING, size=34)
    larger = Box(x=box.x - 15, y=box.y - 10, width=box.width + 30, height=box.height + 20)
    assert len(TesseractReader().read(image, [box, larger, box])) == 4


def test_a_run_says_which_engine_read_and_how_long_it_took() -> None:
    image, box = sign(NO_PARKING)
    run = read(TesseractReader(), image, [box])
    made = run.provenance
    assert (made.backend, made.version) == ("tesseract", "1")
    assert str(made.parameters["engine"]).split(".")[0].isdigit()
    assert made.latency_seconds > 0
    assert run.dropped == ()


@pytest.mark.parametrize("size", [(1, 1), (3, 400), (400, 2), (9, 9)])
def test_pictures_too_small_to_hold_a_letter_hold_none(size: tuple[int, int]) -> None:
    image = Image.new("RGB", size, "white")
    assert TesseractReader().read(image, [Box(x=0, y=0, width=size[0], height=size[1])]) == []


@pytest.mark.parametrize(
    "row",
    [
        "5\t1\t1\t1\t1\t1\tx\t0\t5\t5\t90\tword",
        "5\t1\t1\t1\t1\t1\t0\t0\t5\t5\tnan\tword",
        "5\t1\t1\t1\t1\t1\t0\t0\t5\t5\t90\t  ",
        "4\t1\t1\t1\t1\t1\t0\t0\t5\t5\t90\tline",
        "5\t1\t1\t1\t1\t1\t0\t0\t5\t5\t90",
        "",
    ],
)
def test_rows_that_are_no_words_are_left_out(row: str) -> None:
    assert engine.parse(f"level\tpage\n{row}\n") == []
