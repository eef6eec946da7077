"""Names and describes what looks like something people have seen as they did."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np
from PIL.Image import Image
from pydantic import JsonValue

from annotate.analysis import geometry
from annotate.backends.base import (
    Availability,
    BackendError,
    Box,
    Caption,
    Captioner,
    Detection,
    Detector,
    Hint,
    LabelledBox,
)
from annotate.backends.classical.models import ClassicalCaptioner, ClassicalDetector
from annotate.backends.configured import Configured
from annotate.backends.nearest.features import Vector, features
from annotate.backends.nearest.index import Index, Neighbour, Searched, load
from annotate.backends.nearest.metric import NEIGHBOURS, by_rank, consensus, vote

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
        if self._artifact is None:
            return {"index": None, **self._usual.parameters}
        return described(load(self._artifact)) | {"regions": MOST_REGIONS, "shown": MOST_SHOWN}

    def health(self) -> Availability:
        """An index must be there and unchanged."""
        try:
            if self._artifact is not None:
                load(self._artifact)
        except BackendError as problem:
            return Availability(available=False, reason=problem.entry)
        return Availability(available=True)

    def detect(self, image: Image) -> list[Detection]:
        if self._artifact is None:
            return self._usual.detect(image)
        index = load(self._artifact)
        if not len(index.objects):
            return self._usual.detect(image)
        named = [self._named(index, image, region) for region in self._regions.detect(image)]
        ordered = sorted(filter(None, named), key=lambda region: -region.score)
        return _apart(ordered)[:MOST_SHOWN]

    def _named(self, index: Index, image: Image, region: Detection) -> Detection | None:
        """A region as its neighbours name it; None where people would mark nothing.

        A region unlike everything that was seen keeps what was measured of it.
        """
        vector = features(image, region.box)
        marked = self._marked(index, vector)
        if marked < LEAST_MARKED:
            return None
        near = index.labelling.nearest(vector, most=NEIGHBOURS, among=index.named)
        if not near or near[0].distance > index.reach:
            return region.model_copy(update={"score": round(region.score / 10, 4)})
        winner = vote([index.objects.labels[neighbour.place] for neighbour in near])
        samples: list[JsonValue] = [int(index.objects.samples[item.place]) for item in near]
        distance = round(near[0].distance, 4)
        facts = {**region.attributes, "neighbours": samples, "distance": distance}
        score = round(winner.share * marked, 4)
        return Detection(label=winner.label, box=region.box, score=score, attributes=facts)

    def _marked(self, index: Index, vector: Vector) -> float:
        """How many of its neighbours people marked, 0-1, the nearest counting most.

        Only samples are asked in which regions at no object are known as well: elsewhere every
        neighbour was marked, and the more samples there are, the more would be proposed.
        """
        near = index.labelling.nearest(vector, most=NEIGHBOURS, among=index.both_known)
        if not near:
            return 1.0
        counts = by_rank(len(near))
        marked = np.array([index.named[neighbour.place] for neighbour in near])
        return float((counts * marked).sum() / counts.sum())


def described(index: Index) -> dict[str, JsonValue]:
    return {
        "index": index.sha256,
        "objects": len(index.objects),
        "images": len(index.images),
        "neighbours": NEIGHBOURS,
    }


def _apart(regions: list[Detection]) -> list[Detection]:
    """Leave out regions at the place of a surer one."""
    surest: list[Detection] = []
    for region in regions:
        box = in_pixels(region.box)
        if all(geometry.iou(box, in_pixels(other.box)) < SAME_PLACE for other in surest):
            surest.append(region)
    return surest


def in_pixels(box: Box) -> geometry.Box:
    return geometry.Box.model_validate(box.model_dump())


class NearestCaptioner(Captioner):
    """Texts of people about other pictures, word for word; without an index, those of `classical`.

    The text is the one among the nearest that the others agree with most: a single neighbour may
    be told with a detail that only its own picture has.
    """

    name: ClassVar[str] = "nearest"
    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Nearest neighbours"

    def __init__(self, configured: Configured) -> None:
        self._configured = configured
        self._usual = ClassicalCaptioner()

    @property
    def parameters(self) -> Mapping[str, JsonValue]:
        index = self._index()
        return {"index": None, **self._usual.parameters} if index is None else described(index)

    def health(self) -> Availability:
        return NearestDetector(self._configured).health()

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        index = self._index()
        if index is None or not len(index.images):
            return self._usual.caption_image(image, objects, hints)
        near = index.viewing.nearest(features(image), most=NEIGHBOURS)
        return _caption_of(index.viewing, near)

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """Ask those of the same label first: a text about a dog helps nobody to describe a cup."""
        index = self._index()
        if index is None or not index.described.any():
            return self._usual.caption_crop(image, box, label)
        among = index.described_as(label)
        if not among.any():
            among = index.described
        near = index.describing.nearest(features(image, box), most=NEIGHBOURS, among=among)
        return _caption_of(index.describing, near)

    def _index(self) -> Index | None:
        artifact = self._configured.artifact
        return None if artifact is None else load(artifact)


def _caption_of(searched: Searched, near: Sequence[Neighbour]) -> Caption:
    texts = [searched.items.texts[neighbour.place] for neighbour in near]
    samples: list[JsonValue] = [int(searched.items.samples[item.place]) for item in near]
    best = consensus(texts)
    distance = round(near[best].distance, 4)
    facts = {"from_sample": samples[best], "neighbours": samples, "distance": distance}
    return Caption(text=texts[best], attributes=facts)
