"""A model that was never trained: it gives back what was prepared for the demo's photographs.

So that a demo without network or weights has two versions of a model to compare. It says of
itself that its answers were prepared, and has none for any other picture.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from PIL import Image
from pydantic import Field, JsonValue

from annotate.backends import Backend, BackendSettings, Configured
from annotate.backends.base import (
    BackendError,
    Box,
    Caption,
    Captioner,
    Detection,
    Detector,
    Hint,
    LabelledBox,
)
from annotate.config.demo.photos import PreparedSeeds, SeedSet, photos
from annotate.messages import Message

TITLE = "Prepared in advance"
# Photographs are known by their look on so many squares: other decoders give other pixels.
_SIDE = 8
# The furthest a known photograph may be from its print, in levels of grey per square.
_FURTHEST = 6.0


class PreparedSettings(BackendSettings):
    """Which of the two sets of prepared answers is given."""

    answers: SeedSet = Field(
        default="first",
        title="Answers",
        description="The first set has many wrong statements, the second fewer. Both were written "
        "by hand for the demo; no model made them.",
    )


class _Prepared:
    name: ClassVar[str] = "prepared"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = TITLE

    def __init__(self, configured: Configured) -> None:
        self._settings = PreparedSettings.model_validate(configured.settings.model_dump())

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        return {"answers": self._settings.answers, "prepared": True}

    def _seeds(self, image: Image.Image) -> PreparedSeeds:
        """What was prepared for this picture; raises BackendError where nothing was."""
        own = _print_of(image)
        distances = {name: _distance(own, print_) for name, print_ in _prints().items()}
        nearest = min(distances, key=lambda name: distances[name])
        seeds = photos()[nearest].seeds.get(self._settings.answers)
        if distances[nearest] > _FURTHEST or seeds is None:
            raise BackendError(Message("nothing_prepared"))
        return seeds


class PreparedDetector(_Prepared, Detector):
    """The objects that were prepared, in their order."""

    def detect(self, image: Image.Image) -> list[Detection]:
        objects = self._seeds(image).objects
        return [
            Detection(label=each.label, box=_box(each.box), score=round(0.9 - 0.1 * place, 2))
            for place, each in enumerate(objects)
        ]


class PreparedCaptioner(_Prepared, Captioner):
    """The texts that were prepared, of the picture and of the objects of the same set."""

    def caption_image(
        self,
        image: Image.Image,
        objects: Sequence[LabelledBox] = (),
        hints: Sequence[Hint] = (),
    ) -> Caption:
        return Caption(text=self._seeds(image).description)

    def caption_crop(self, image: Image.Image, box: Box, label: str) -> Caption:
        for each in self._seeds(image).objects:
            if each.label == label and _box(each.box) == box:
                return Caption(text=each.description)
        raise BackendError(Message("nothing_prepared"))


def _box(sides: tuple[int, int, int, int]) -> Box:
    x, y, width, height = sides
    return Box(x=x, y=y, width=width, height=height)


def _print_of(image: Image.Image) -> bytes:
    return image.convert("L").resize((_SIDE, _SIDE), Image.Resampling.BOX).tobytes()


def _distance(one: bytes, other: bytes) -> float:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


@lru_cache(maxsize=1)
def _prints() -> dict[str, bytes]:
    prints = {}
    for name, photo in photos().items():
        with Image.open(photo.path) as image:
            prints[name] = _print_of(image)
    return prints


BACKEND = Backend(
    name=_Prepared.name,
    version=_Prepared.version,
    title=TITLE,
    description=(
        "The demo's stand-in for a model: gives back answers that were written in advance for its "
        "photographs. It looks at nothing else and learns nothing."
    ),
    make_detector=PreparedDetector,
    make_captioner=PreparedCaptioner,
    settings=PreparedSettings,
)
