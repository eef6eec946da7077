"""Proposes starting boxes."""

from typing import ClassVar

from PIL.Image import Image

from annotate.seeding.backends.base import Detection, Detector


class ClassicalDetector(Detector):
    """Finds areas that stand out from what surrounds them."""

    name: ClassVar[str] = "classical"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Measured regions"

    def detect(self, image: Image) -> list[Detection]:
        """See `Detector.detect`."""
        return []
