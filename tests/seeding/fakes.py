"""Back ends that do what a test tells them to; registered for that test alone."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PIL.Image import Image

from annotate import backends
from annotate.backends import (
    Backend,
    Box,
    Caption,
    Captioner,
    Detection,
    Detector,
    Hint,
    LabelledBox,
)

TREE = Detection(label="tree", box=Box(x=2, y=2, width=8, height=8))


class FakeDetector(Detector):
    name = "fake"
    version = "1"
    title = "Fake"

    def __init__(self, detect: Callable[[Image], list[Detection]]) -> None:
        self._detect = detect

    def detect(self, image: Image) -> list[Detection]:
        return self._detect(image)


class FakeCaptioner(Captioner):
    name = "fake"
    version = "1"
    title = "Fake"

    def __init__(self, caption: Callable[[Image], str]) -> None:
        self._caption = caption

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        return Caption(text=self._caption(image))

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        return Caption(text=self._caption(image))


class Fake:
    """Change `detect` and `caption` to make it fail in the way a test is about."""

    def __init__(self) -> None:
        self.detect: Callable[[Image], list[Detection]] = lambda image: [TREE]
        self.caption: Callable[[Image], str] = lambda image: "A tall tree."
        self.calls = 0

    def detector(self) -> Detector:
        return FakeDetector(self._counted)

    def captioner(self) -> Captioner:
        return FakeCaptioner(lambda image: self.caption(image))

    def _counted(self, image: Image) -> list[Detection]:
        self.calls += 1
        return self.detect(image)


def register(patch: pytest.MonkeyPatch, fake: Fake, **changes: Any) -> None:
    """Add the fake to the registry until the test ends."""
    entry = Backend(
        name="fake",
        version="1",
        title="Fake",
        description="",
        built_in=True,
        make_detector=changes.get("make_detector", lambda _: fake.detector()),
        make_captioner=changes.get("make_captioner", lambda _: fake.captioner()),
    )
    patch.setitem(backends._LOADERS, "fake", lambda: entry)
