"""Writes sentences from measurements."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.backends.base import Box, Caption, Captioner, Hint, LabelledBox
from annotate.backends.classical import overview, sentences
from annotate.backends.classical.measures import Surface, measure
from annotate.backends.classical.view import LONG_SIDE, View


class ClassicalCaptioner(Captioner):
    """Describes colour, light, texture, size and place, and nothing that it did not measure."""

    name: ClassVar[str] = "classical"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Measured descriptions"

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        """The size at which images are looked at."""
        return {"long_side": LONG_SIDE}

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        """See `Captioner.caption_image`."""
        surface = Surface(View.of(image))
        whole = measure(surface)
        parts = overview.named_parts(objects, [measure(surface, item.box) for item in objects])
        text = overview.describe_image(whole, parts, hints, is_grey=surface.view.is_grey)
        return Caption(text=text, attributes=whole.as_json())

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """See `Captioner.caption_crop`."""
        return self.caption_crops(image, [LabelledBox(label=label, box=box)])[0]

    def caption_crops(self, image: Image, objects: Sequence[LabelledBox]) -> list[Caption]:
        """See `Captioner.caption_crops`; the image is prepared once for all of them."""
        surface = Surface(View.of(image))
        captions = []
        for item in objects:
            facts = measure(surface, item.box)
            text = sentences.describe_region(item.label, facts)
            captions.append(Caption(text=text, attributes=facts.as_json()))
        return captions
