"""Proposes starting boxes."""

from collections.abc import Mapping
from typing import ClassVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.backends.base import Detection, Detector
from annotate.backends.classical import objectness, regions, sentences
from annotate.backends.classical.measures import Surface, measure
from annotate.backends.classical.pieces import cut
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
        """The number of boxes at most and the size at which images are looked at."""
        return {"most_boxes": self._most, "long_side": LONG_SIDE}

    def detect(self, image: Image) -> list[Detection]:
        """See `Detector.detect`. An even image gives no boxes."""
        view = View.of(image)
        if min(view.rows, view.columns) < SMALLEST_VIEW or _is_even(view):
            return []
        pieces = cut(view)
        if pieces.count < 2:
            return []
        candidates = objectness.rate(pieces, regions.group(pieces), saliency(view))
        surface = Surface(view)
        found = []
        for index, score in objectness.pick(candidates, most=self._most):
            box = view.box(*(int(side) for side in candidates.boxes[index]))
            facts = measure(surface, box)
            found.append(
                Detection(
                    label=sentences.label_of(facts),
                    box=box,
                    score=_as_confidence(score),
                    attributes=facts.as_json(),
                )
            )
        return found


def _is_even(view: View) -> bool:
    lab = view.lab.reshape(-1, 3)
    return bool((lab.max(axis=0) - lab.min(axis=0)).max() < SMALLEST_SPREAD)


def _as_confidence(score: float) -> float:
    """Bend an open-ended score into 0-1, keeping the order. Not a probability."""
    return round(score / (score + 0.1), 4)
