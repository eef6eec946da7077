"""Names the regions that `classical` finds as people named what looked like them."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis import geometry
from annotate.backends.base import Availability, BackendError, Box, Detection, Detector
from annotate.backends.classical.detector import ClassicalDetector
from annotate.backends.configured import Configured
from annotate.backends.nearest.consensus import vote
from annotate.backends.nearest.features import Vector, features
from annotate.backends.nearest.index import Index, load
from annotate.backends.nearest.metric import NEIGHBOURS, by_rank
from annotate.messages import Message

# Looked at once it is known which of them people would not mark, and shown at most.
MOST_REGIONS = 16
MOST_SHOWN = 10
LEAST_MARKED = 0.6  # of the neighbours; few and sure seeds are better than many (IIW B.3)
SAME_PLACE = 0.5  # IoU; two regions at one place are one object


class NearestDetector(Detector):
    """Regions with labels of the project; without an index, exactly what `classical` says."""

    name: ClassVar[str] = "nearest"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Nearest neighbours"

    def __init__(self, configured: Configured) -> None:
        self._artifact = configured.artifact
        self._usual = ClassicalDetector()
        self._regions = ClassicalDetector(most=MOST_REGIONS)

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        """The index, or what `classical` has where there is none."""
        if self._artifact is None:
            return {"index": None, **self._usual.parameters}
        return described(load(self._artifact)) | {"regions": MOST_REGIONS, "shown": MOST_SHOWN}

    def health(self) -> Availability:
        """See `Detector.health`: an index must be there and unchanged."""
        problem = None if self._artifact is None else _problem(self)
        return Availability(available=problem is None, reason=problem)

    def detect(self, image: Image) -> list[Detection]:
        """See `Detector.detect`."""
        if self._artifact is None:
            return self._usual.detect(image)
        index = load(self._artifact)
        if not len(index.objects):
            return self._usual.detect(image)
        named = [self._named(index, image, region) for region in self._regions.detect(image)]
        ordered = sorted((each for each in named if each), key=lambda each: -each.score)
        return _apart(ordered)[:MOST_SHOWN]

    def _named(self, index: Index, image: Image, region: Detection) -> Detection | None:
        """Return a region as its neighbours name it; None where people would mark nothing.

        A region unlike everything that was seen keeps what was measured of it.
        """
        vector = features(image, region.box)
        marked = self._marked(index, vector)
        if marked < LEAST_MARKED:
            return None
        near = index.labelling.nearest(vector, most=NEIGHBOURS, among=index.named)
        if not near or near[0].distance > index.reach:
            return region.model_copy(update={"score": round(region.score / 10, 4)})
        found = vote([index.objects.labels[each.place] for each in near])
        neighbours: list[JsonValue] = [int(index.objects.samples[each.place]) for each in near]
        facts = {
            **region.attributes,
            "neighbours": neighbours,
            "distance": round(near[0].distance, 4),
        }
        score = round(found.share * marked, 4)
        return Detection(label=found.label, box=region.box, score=score, attributes=facts)

    def _marked(self, index: Index, vector: Vector) -> float:
        """Return how many of its neighbours people marked, 0-1, the nearest counting most.

        Only samples are asked in which regions at no object are known as well: elsewhere every
        neighbour was marked, and the more samples there are, the more would be proposed.
        """
        near = index.labelling.nearest(vector, most=NEIGHBOURS, among=index.both_known)
        if not near:
            return 1.0
        counts = by_rank(len(near))
        marked = np.array([index.named[each.place] for each in near])
        return float((counts * marked).sum() / counts.sum())


def described(index: Index) -> dict[str, JsonValue]:
    return {
        "index": index.sha256,
        "objects": len(index.objects),
        "images": len(index.images),
        "neighbours": NEIGHBOURS,
    }


def _problem(detector: NearestDetector) -> Message | None:
    try:
        detector.parameters  # noqa: B018 - reads the index
    except BackendError as problem:
        return problem.said
    return None


def _apart(found: list[Detection]) -> list[Detection]:
    """Leave out regions at the place of a surer one."""
    kept: list[Detection] = []
    for each in found:
        if all(geometry.iou(_pixels(each.box), _pixels(other.box)) < SAME_PLACE for other in kept):
            kept.append(each)
    return kept


def _pixels(box: Box) -> geometry.Box:
    return geometry.Box.model_validate(box.model_dump())
