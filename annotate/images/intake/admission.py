"""Verify bytes, state facts about them, and make the copies that are shown."""

import hashlib
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType
from typing import IO, Any

from PIL import Image, UnidentifiedImageError

from annotate.images.intake import pixels, rejections
from annotate.messages import Message

# The decoders that may ever see foreign bytes, and what we call their format.
FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "JPEG": "jpeg",
        "MPO": "jpeg",
        "PNG": "png",
        "WEBP": "webp",
        "GIF": "gif",
        "BMP": "bmp",
        "TIFF": "tiff",
    }
)
# MPO is found by the JPEG decoder and has no entry of its own.
_DECODERS = tuple(name for name in FORMATS if name != "MPO")
# Longest side in pixels and JPEG quality of each copy. Full has no chroma subsampling: red writing
# on a sign stays readable.
DERIVATIVES: Mapping[str, tuple[int, dict[str, Any]]] = MappingProxyType(
    {
        "full": (4096, {"quality": 92, "subsampling": 0}),
        "view": (2048, {"quality": 88}),
        "thumb": (320, {"quality": 82}),
    }
)
DERIVATIVE_TYPE = "image/jpeg"
_LONGEST = DERIVATIVES["full"][0]

# Our own bound is checked before anything is decoded; the softer one of Pillow only warns.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


@dataclass(frozen=True)
class Facts:
    """What was verified. `width` and `height` are pixels of the upright picture."""

    sha256: str
    format: str
    width: int
    height: int
    bytes: int


@dataclass(frozen=True)
class Admitted:
    """A picture that was let in: its facts, and JPEG bytes by name of copy."""

    facts: Facts
    derivatives: dict[str, bytes]


def examine(data: bytes, *, max_bytes: int, max_pixels: int) -> Facts:
    """Verify a picture to its last byte without making copies (for dry runs).

    Raises:
        ImageRejected: it is empty, too large, no picture, animated, broken or has too many pixels.
    """
    picture, orientation, facts = _opened(data, max_bytes=max_bytes, max_pixels=max_pixels)
    with picture:
        _clean(picture, orientation)
    return facts


def admit(data: bytes, *, max_bytes: int, max_pixels: int) -> Admitted:
    """Verify a picture and make its copies; raises like `examine`."""
    picture, orientation, facts = _opened(data, max_bytes=max_bytes, max_pixels=max_pixels)
    with picture:
        return Admitted(facts, _copies(_clean(picture, orientation)))


def claimed_pixels(data: bytes) -> int:
    """How many pixels a picture says it has, by its header alone; 0 for what is no picture."""
    try:
        with decoding(), identified(BytesIO(data)) as picture:
            return picture.width * picture.height
    except rejections.ImageRejected:
        return 0


def derivatives_of(facts: Facts) -> tuple[str, ...]:
    """Which copies a picture has: where `view` would equal `full`, only `full` is made."""
    return tuple(
        name for name in DERIVATIVES if name != "view" or max(facts.width, facts.height) > 2048
    )


@contextmanager
def decoding() -> Iterator[None]:
    """Say in our words what a decoder throws; hostile bytes make it throw anything at all."""
    try:
        yield
    except rejections.ImageRejected:
        raise
    except Image.DecompressionBombError:
        raise rejections.bomb() from None
    except Exception as fault:
        raise rejections.undecodable(str(fault)[:80] or type(fault).__name__) from None


def _opened(data: bytes, *, max_bytes: int, max_pixels: int) -> tuple[Image.Image, int, Facts]:
    """Read the header only, and refuse on what it says."""
    if not data:
        raise rejections.empty()
    if len(data) > max_bytes:
        raise rejections.too_large(len(data), max_bytes)
    with decoding():
        picture = identified(BytesIO(data))
        _check_header(picture, max_pixels)
        orientation = pixels.orientation_of(picture)
    width, height = pixels.upright_size(picture.size, orientation)
    digest, kind = hashlib.sha256(data).hexdigest(), FORMATS[picture.format or ""]
    return picture, orientation, Facts(digest, kind, width, height, len(data))


def identified(file: IO[bytes]) -> Image.Image:
    """Open a picture by what its first bytes are, and decode nothing of it yet."""
    try:
        picture = Image.open(file, formats=_DECODERS)
    except UnidentifiedImageError:
        raise _no_picture(file) from None
    if picture.format not in FORMATS:
        raise _no_picture(file)
    return picture


def _no_picture(file: IO[bytes]) -> rejections.ImageRejected:
    file.seek(0)
    return rejections.no_picture(file.read(2048))


def _check_header(picture: Image.Image, max_pixels: int) -> None:
    width, height = picture.size
    if width * height > max_pixels:
        raise rejections.too_many_pixels(width, height, max_pixels)
    if width < 1 or height < 1:
        raise rejections.ImageRejected(Message("image_without_pixels"))
    # Phones put a depth map or a second view behind the first picture (MPO); that is no animation.
    if picture.format != "MPO" and getattr(picture, "is_animated", False):
        raise rejections.several_frames(FORMATS[picture.format or ""])


def _clean(picture: Image.Image, orientation: int) -> Image.Image:
    with decoding():
        # JPEGs can be decoded straight to a half, quarter or eighth of their size.
        picture.draft(None, (_LONGEST, _LONGEST))
        return pixels.clean_copy(picture, orientation=orientation, longest=_LONGEST)


def _copies(full: Image.Image) -> dict[str, bytes]:
    copies: dict[str, bytes] = {}
    current = full
    for name, (longest, options) in DERIVATIVES.items():
        if name == "view" and max(current.size) <= longest:
            continue
        if max(current.size) > longest:
            current = current.copy()
            current.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=3.0)
        copies[name] = _jpeg(current, options)
    return copies


def _jpeg(picture: Image.Image, options: dict[str, Any]) -> bytes:
    out = BytesIO()
    try:
        picture.save(out, "JPEG", optimize=True, progressive=True, **options)
    except OSError:
        # Pillow gives an optimized file one byte a pixel to be made in, and noise needs more of
        # them. A baseline file is written piece by piece, whatever its size.
        out = BytesIO()
        picture.save(out, "JPEG", **options)
    return out.getvalue()
