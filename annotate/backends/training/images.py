"""Pictures as models learn from them: upright, RGB, small enough, always the same bytes."""

import io
from typing import IO

from PIL import ExifTags, Image

from annotate.backends.runs import as_upright_rgb

# Vision-language models look at 224 to about 1,000 pixels; more only takes room.
LONGEST_SIDE = 1024
QUALITY = 90
MEDIA_TYPE = "image/jpeg"
_ON_THEIR_SIDE = (5, 6, 7, 8)  # orientations that swap width and height


def size_for_training(width: int, height: int) -> tuple[int, int]:
    """The size of an upright picture once its longer side fits.

    >>> size_for_training(4000, 3000), size_for_training(640, 427)
    ((1024, 768), (640, 427))
    """
    longest = max(width, height)
    if longest <= LONGEST_SIDE:
        return width, height
    scale = LONGEST_SIDE / longest
    return max(1, round(width * scale)), max(1, round(height * scale))


def for_training(file: IO[bytes]) -> bytes:
    """A picture as JPEG, upright and in RGB, its longer side 1,024 pixels at most.

    Raises:
        OSError: it cannot be decoded.
    """
    with Image.open(file) as opened:
        # From the whole picture: halves of odd sides would be rounded twice.
        size = size_for_training(*opened.size)
        if opened.getexif().get(ExifTags.Base.Orientation) in _ON_THEIR_SIDE:
            size = size[::-1]
        # A large JPEG is decoded at a half, a quarter or an eighth: a fraction of time and memory.
        opened.draft("RGB", (2 * LONGEST_SIDE, 2 * LONGEST_SIDE))
        upright = as_upright_rgb(opened)
    if size != upright.size:
        upright = upright.resize(size, Image.Resampling.LANCZOS)
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()
