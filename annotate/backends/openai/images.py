"""Pictures as they are sent: small enough, JPEG, in an address that holds them."""

import base64
import io
from dataclasses import dataclass

from PIL.Image import Image, Resampling

from annotate.backends.base import Box

QUALITY = 88
# Some models refuse what is thinner than one of their patches.
LEAST_SIDE = 32


@dataclass(frozen=True)
class Sent:
    url: str
    size: tuple[int, int]


def sent(image: Image, longest_side: int) -> Sent:
    """An RGB image as a data URI, its longest side no longer than this."""
    small = _resized(image, longest_side)
    out = io.BytesIO()
    small.save(out, "JPEG", quality=QUALITY)
    encoded = base64.b64encode(out.getvalue()).decode("ascii")
    return Sent(f"data:image/jpeg;base64,{encoded}", small.size)


def crop(image: Image, box: Box, margin: float) -> Image:
    """The part of an image in a box and around it, at least one pixel of it."""
    across, down = box.width * margin, box.height * margin
    left = min(max(0, int(box.x - across)), image.width - 1)
    top = min(max(0, int(box.y - down)), image.height - 1)
    right = max(left + 1, min(image.width, round(box.x + box.width + across)))
    bottom = max(top + 1, min(image.height, round(box.y + box.height + down)))
    return image.crop((left, top, right, bottom))


def _resized(image: Image, longest_side: int) -> Image:
    scale = min(1.0, longest_side / max(image.size))
    if min(image.size) * scale < LEAST_SIDE:
        scale = min(LEAST_SIDE / min(image.size), longest_side / max(image.size))
    if scale == 1.0:
        return image
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    # Makes a large picture quickly about as small as it must be, and then exactly.
    return image.resize(size, Resampling.LANCZOS, reducing_gap=2.0)
