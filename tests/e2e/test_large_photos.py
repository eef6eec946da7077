"""A photograph of 50 million pixels is read pixel by pixel, in a task and in a window."""

import time
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect

from tests.e2e import steps
from tests.e2e.visitors import Visitor
from tests.waiting import eventually

pytestmark = pytest.mark.e2e

SIZE = (8660, 5773)
# Stripes one pixel wide around the middle: any smaller copy makes plain grey of them.
STRIPES = (SIZE[0] // 2 - 500, SIZE[1] // 2 - 400, SIZE[0] // 2 + 500, SIZE[1] // 2 + 400)


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fifty million pixels as a camera has them: no two places alike."""
    picture = Image.effect_noise((SIZE[0] // 10, SIZE[1] // 10), 60).resize(SIZE).convert("RGB")
    draw = ImageDraw.Draw(picture)
    left, upper, right, lower = STRIPES
    for x in range(left, right):
        draw.line((x, upper, x, lower), fill="black" if x % 2 else "white")
    path = tmp_path_factory.mktemp("photos") / "harbour.jpg"
    picture.save(path, "JPEG", quality=92, subsampling=0)
    return path


def in_the_middle(page: Page) -> list[int]:
    """Return how bright a row of pixels in the middle of the shown image is."""
    box = page.locator("[data-canvas]").bounding_box()
    assert box is not None
    middle_x, middle_y = box["x"] + box["width"] / 2 - 40, box["y"] + box["height"] / 2
    shot = page.screenshot(clip={"x": middle_x, "y": middle_y, "width": 80, "height": 1})
    return list(Image.open(BytesIO(shot)).convert("L").tobytes())


def has_stripes(page: Page) -> bool:
    return all(abs(a - b) > 150 for a, b in pairwise(in_the_middle(page)))


def wait_for_stripes(page: Page) -> float:
    start = time.monotonic()
    eventually(lambda: has_stripes(page), "stripes of single pixels")
    return time.monotonic() - start


def look_closely(page: Page) -> None:
    tiles = page.locator("[data-tile]")
    expect(tiles).to_have_count(0)
    page.keyboard.press("1")
    seconds = wait_for_stripes(page)
    print(f"sharp {seconds:.2f} s after the first zoom")
    assert 0 < tiles.count() <= 12

    # Upside down it shows the same, and never more tiles than are in sight.
    page.keyboard.press("t")
    page.keyboard.press("t")
    page.keyboard.press("1")
    wait_for_stripes(page)
    assert tiles.count() <= 12
    page.keyboard.press("0")
    expect(tiles).to_have_count(0)


def look_through_the_lens(page: Page) -> None:
    page.keyboard.press("b")
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="Magnifier, 3 times")).to_be_focused()
    expect(page.locator("[data-tile]")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("PageUp")
    expect(page.get_by_role("region", name="Magnifier, 6 times")).to_be_focused()
    expect(page.locator("[data-tile]").first).to_be_visible()
    page.keyboard.press("Escape")


def test_large_photographs_are_read_pixel_by_pixel(
    new_visitor: Callable[..., Visitor], photo: Path
) -> None:
    lead = new_visitor()
    lead.sign_in("lena")
    project = steps.create_project(lead, "Harbours")
    steps.upload(lead, project, [photo])
    steps.seed(lead, project, 1)
    link = steps.invite(lead, project, 1)
    person = new_visitor()
    steps.accept(person, link, "harbour-hanna")
    page = steps.start(person, "Objects")
    expect(page.get_by_role("img", name="Image harbour.jpg")).to_be_visible()
    page.keyboard.press("h")
    look_closely(page)
    look_through_the_lens(page)

    with person.context.expect_page() as opened:
        page.keyboard.press("f")
    window = opened.value
    expect(window.get_by_role("heading", name="harbour.jpg")).to_be_visible()
    assert window.url.endswith("?look=120-100&turn=2")
    expect(window.get_by_text("8,660 × 5,773 pixels")).to_be_visible()
    window.keyboard.press("o")
    window.keyboard.press("1")
    wait_for_stripes(window)
