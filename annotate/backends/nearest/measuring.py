"""Finished samples as items of an index: what people marked, and regions they did not mark."""

from dataclasses import dataclass, field

import numpy as np
from PIL.Image import Image

from annotate.analysis.geometry import Box as Pixels
from annotate.analysis.matching import iou_matrix
from annotate.backends.base import Box
from annotate.backends.classical.detector import ClassicalDetector
from annotate.backends.nearest.detector import MOST_REGIONS, SAME_PLACE
from annotate.backends.nearest.features import LENGTH, Vector, features
from annotate.backends.nearest.index import Items
from annotate.backends.training.snapshots import SnapshotSample

# A region that shares less than this with every object of a person is none of them.
ELSEWHERE = 0.3


@dataclass
class Rows:
    """Items as they are measured."""

    vectors: list[Vector] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def add(self, vector: Vector, sample: int, label: str, text: str) -> None:
        """Take one more."""
        self.vectors.append(vector)
        self.samples.append(sample)
        self.labels.append(label)
        self.texts.append(text)

    def items(self) -> Items:
        vectors = np.array(self.vectors, np.float32).reshape(-1, LENGTH)
        return Items(vectors, np.array(self.samples, np.int64), self.labels, self.texts)


def measure(
    sample: SnapshotSample, image: Image, objects: Rows, images: Rows, *, look: bool
) -> None:
    """Add what one sample teaches.

    Args:
        look: also find regions, as will be done when seeds are made: those at an object look a
            little different from its exact box, and those at none are what people do not mark.
    """
    for each in sample.objects:
        vector = features(image, Box(**each.box.model_dump()))
        objects.add(vector, sample.sample, each.label, each.description)
    if look and sample.has_objects:
        _add_regions(sample, image, objects)
    if sample.description:
        images.add(features(image), sample.sample, "", sample.description)


def _add_regions(sample: SnapshotSample, image: Image, objects: Rows) -> None:
    regions = ClassicalDetector(most=MOST_REGIONS).detect(image)
    theirs = [each.box for each in sample.objects]
    found = [Pixels.model_validate(region.box.model_dump()) for region in regions]
    shared = iou_matrix(found, theirs)
    for row, region in enumerate(regions):
        best = int(shared[row].argmax()) if theirs else -1
        most = float(shared[row, best]) if theirs else 0.0
        if most >= SAME_PLACE:
            like = sample.objects[best]
            vector = features(image, region.box)
            objects.add(vector, sample.sample, like.label, like.description)
        elif most < ELSEWHERE:
            objects.add(features(image, region.box), sample.sample, "", "")
