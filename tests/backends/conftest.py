"""Real photographs, found beside the demo that ships them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from annotate.backends import Captioner, Detector, get

PHOTOS = Path(__file__).parents[2] / "deploy" / "demo" / "photos"

Photo = Callable[[str], Image.Image]


@pytest.fixture(scope="session")
def photo() -> Photo:
    def open_photo(name: str) -> Image.Image:
        with Image.open(PHOTOS / f"{name}.jpg") as image:
            return image.convert("RGB")

    return open_photo


@pytest.fixture(scope="session")
def detector() -> Detector:
    return get("classical").detector()


@pytest.fixture(scope="session")
def captioner() -> Captioner:
    return get("classical").captioner()
