"""Pictures that are larger than every copy of them."""

from itertools import count
from typing import Any

from PIL import Image, ImageDraw

from tests.images import pictures

# Files outlive a test, and lie by their content: each test has content of its own.
_numbers = count()


def wide(width: int = 4500, height: int = 1200, **options: Any) -> bytes:
    """A JPEG with single black pixels on white, which any smaller copy would blur away."""
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    for x in range(10, width, 97):
        draw.point((x, x % height), fill="black")
    options.setdefault("comment", f"wide {next(_numbers)}".encode())
    return pictures.encoded(picture, "JPEG", quality=95, **options)
