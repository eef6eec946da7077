"""Writes sentences from measurements."""

from collections.abc import Sequence
from typing import ClassVar

from PIL.Image import Image

from annotate.seeding.backends.base import Box, Caption, Captioner, Hint, LabelledBox


class ClassicalCaptioner(Captioner):
    """Describes colour, light, texture, size and place."""

    name: ClassVar[str] = "classical"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Measured descriptions"

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        """See `Captioner.caption_image`."""
        return Caption(text="")

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """See `Captioner.caption_crop`."""
        return Caption(text="")
