"""Calls a back end the way the platform does: upright RGB in, clocked, filtered, signed.

Seeding code calls these functions and never a back end directly, so that every output carries
the name, version, parameters and latency of what made it.
"""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from PIL import Image, ImageOps
from pydantic import BaseModel, ConfigDict

from annotate.seeding.backends.base import (
    Box,
    Caption,
    Captioner,
    Detection,
    Detector,
    Hint,
    LabelledBox,
    Provenance,
    Reader,
    Word,
)
from annotate.seeding.backends.sanity import Dropped, sane, sane_words

T = TypeVar("T")


class DetectionRun(BaseModel):
    """Usable detections (most salient first), what was dropped, and who made them."""

    model_config = ConfigDict(frozen=True)

    detections: tuple[Detection, ...]
    dropped: tuple[Dropped, ...]
    provenance: Provenance


class CaptionRun(BaseModel):
    """A caption and who made it."""

    model_config = ConfigDict(frozen=True)

    caption: Caption
    provenance: Provenance


class ReadingRun(BaseModel):
    """The words that were read, in reading order, what was dropped, and who read them."""

    model_config = ConfigDict(frozen=True)

    words: tuple[Word, ...]
    dropped: tuple[Dropped, ...]
    provenance: Provenance


def detect(detector: Detector, image: Image.Image) -> DetectionRun:
    """Run a detector and keep what can be used.

    Raises:
        BackendError: as raised by the back end.
    """
    upright = as_upright_rgb(image)
    found, seconds = _clocked(lambda: detector.detect(upright))
    result = sane(found, upright.width, upright.height)
    return DetectionRun(
        detections=result.detections,
        dropped=result.dropped,
        provenance=_provenance(detector, seconds),
    )


def caption_image(
    captioner: Captioner,
    image: Image.Image,
    objects: Sequence[LabelledBox] = (),
    hints: Sequence[Hint] = (),
) -> CaptionRun:
    """Describe a whole image.

    Raises:
        BackendError: as raised by the back end.
    """
    upright = as_upright_rgb(image)
    caption, seconds = _clocked(lambda: captioner.caption_image(upright, objects, hints))
    return CaptionRun(caption=caption, provenance=_provenance(captioner, seconds))


def caption_crops(
    captioner: Captioner, image: Image.Image, objects: Sequence[LabelledBox]
) -> list[CaptionRun]:
    """Describe several parts of an image; each latency is an equal share of the whole call.

    Raises:
        BackendError: as raised by the back end.
    """
    if not objects:
        return []
    upright = as_upright_rgb(image)
    captions, seconds = _clocked(lambda: captioner.caption_crops(upright, objects))
    provenance = _provenance(captioner, seconds / len(objects))
    return [CaptionRun(caption=caption, provenance=provenance) for caption in captions]


def read(reader: Reader, image: Image.Image, regions: Sequence[Box] = ()) -> ReadingRun:
    """Read the text in an image, above all in these regions, and keep what can be used.

    Raises:
        BackendError: as raised by the back end.
    """
    upright = as_upright_rgb(image)
    found, seconds = _clocked(lambda: reader.read(upright, regions))
    words, dropped = sane_words(found, upright.width, upright.height)
    return ReadingRun(
        words=tuple(words), dropped=tuple(dropped), provenance=_provenance(reader, seconds)
    )


def as_upright_rgb(image: Image.Image) -> Image.Image:
    """Turn an image as its EXIF orientation says and into RGB, transparency laid over white."""
    upright = ImageOps.exif_transpose(image)
    if upright.mode == "RGB":
        return upright
    if upright.mode.startswith("I;16"):  # Pillow would cut off at 255 instead of scaling
        return Image.fromarray((np.asarray(upright) >> 8).astype(np.uint8)).convert("RGB")
    if upright.has_transparency_data:
        rgba = upright.convert("RGBA")
        ground = rgba.copy()
        ground.paste((255, 255, 255, 255), (0, 0, *rgba.size))
        ground.alpha_composite(rgba)
        return ground.convert("RGB")
    return upright.convert("RGB")


def _clocked(call: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    result = call()
    return result, time.perf_counter() - started


def _provenance(backend: Detector | Captioner | Reader, seconds: float) -> Provenance:
    return Provenance(
        backend=backend.name,
        version=backend.version,
        parameters=backend.parameters,
        latency_seconds=round(seconds, 4),
    )
