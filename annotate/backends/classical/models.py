"""Proposes starting boxes, and writes sentences from measurements."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.backends.base import Box, Caption, Captioner, Detection, Detector, Hint, LabelledBox
from annotate.backends.classical import objectness, regions, sentences
from annotate.backends.classical.measures import Surface, measure
from annotate.backends.classical.regions import cut
from annotate.backends.classical.saliency import saliency
from annotate.backends.classical.view import LONG_SIDE, View

SMALLEST_VIEW = 12  # pixels; nothing can be told apart in less
SMALLEST_SPREAD = 2.0  # ΔE between an image's extremes; less is an even surface


class ClassicalDetector(Detector):
    """Finds areas that stand out from what surrounds them, and says only what it measured."""

    name: ClassVar[str] = "classical"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Measured regions"

    def __init__(self, *, most: int = 8) -> None:
        self._most = most

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        return {"most_boxes": self._most, "long_side": LONG_SIDE}

    def detect(self, image: Image) -> list[Detection]:
        """An even image gives no boxes."""
        view = View.of(image)
        if min(view.rows, view.columns) < SMALLEST_VIEW or _is_even(view):
            return []
        pieces = cut(view)
        if pieces.count < 2:
            return []
        candidates = objectness.rate(pieces, regions.group(pieces), saliency(view))
        surface = Surface(view)
        detections = []
        for index, score in objectness.pick(candidates, most=self._most):
            box = view.box(*(int(side) for side in candidates.boxes[index]))
            facts = measure(surface, box)
            detections.append(
                Detection(
                    label=sentences.label_of(facts),
                    box=box,
                    score=_as_confidence(score),
                    attributes=facts.as_json(),
                )
            )
        return detections


def _is_even(view: View) -> bool:
    lab = view.lab.reshape(-1, 3)
    return bool((lab.max(axis=0) - lab.min(axis=0)).max() < SMALLEST_SPREAD)


def _as_confidence(score: float) -> float:
    """Bend an open-ended score into 0-1, keeping the order. Not a probability."""
    return round(score / (score + 0.1), 4)


class ClassicalCaptioner(Captioner):
    """Describes colour, light, texture, size and place, and nothing that it did not measure."""

    name: ClassVar[str] = "classical"
    # 2: "4%" where 1 wrote "4 %".
    version: ClassVar[str] = "2"
    title: ClassVar[str] = "Measured descriptions"

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        return {"long_side": LONG_SIDE}

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        surface = Surface(View.of(image))
        whole = measure(surface)
        parts = sentences.named_parts(objects, [measure(surface, item.box) for item in objects])
        text = sentences.describe_image(whole, parts, hints, is_grey=surface.view.is_grey)
        return Caption(text=text, attributes=whole.as_json())

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        facts = measure(Surface(View.of(image)), box)
        return Caption(text=sentences.describe_region(label, facts), attributes=facts.as_json())
