"""Says of a picture what people said of those most like it."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from PIL.Image import Image
from pydantic import JsonValue

from annotate.backends.base import Availability, Box, Caption, Captioner, Hint, LabelledBox
from annotate.backends.classical.captioner import ClassicalCaptioner
from annotate.backends.configured import Configured
from annotate.backends.nearest.consensus import consensus
from annotate.backends.nearest.detector import NearestDetector, described
from annotate.backends.nearest.features import features
from annotate.backends.nearest.index import Index, Neighbour, Searched, load
from annotate.backends.nearest.metric import NEIGHBOURS


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
        """The index, or what `classical` has where there is none."""
        index = self._index()
        return {"index": None, **self._usual.parameters} if index is None else described(index)

    def health(self) -> Availability:
        """See `Captioner.health`."""
        return NearestDetector(self._configured).health()

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        """See `Captioner.caption_image`."""
        index = self._index()
        if index is None or not len(index.images):
            return self._usual.caption_image(image, objects, hints)
        near = index.viewing.nearest(features(image), most=NEIGHBOURS)
        return _said(index.viewing, near)

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        """See `Captioner.caption_crop`."""
        return self.caption_crops(image, [LabelledBox(label=label, box=box)])[0]

    def caption_crops(self, image: Image, objects: Sequence[LabelledBox]) -> list[Caption]:
        """See `Captioner.caption_crops`."""
        index = self._index()
        if index is None or not index.described.any():
            return self._usual.caption_crops(image, objects)
        return [self._crop(index, image, item) for item in objects]

    def _crop(self, index: Index, image: Image, item: LabelledBox) -> Caption:
        """Ask those of the same label first: a text about a dog helps nobody to describe a cup."""
        vector = features(image, item.box)
        among = index.described_as(item.label)
        if not among.any():
            among = index.described
        near = index.describing.nearest(vector, most=NEIGHBOURS, among=among)
        return _said(index.describing, near)

    def _index(self) -> Index | None:
        artifact = self._configured.artifact
        return None if artifact is None else load(artifact)


def _said(searched: Searched, near: Sequence[Neighbour]) -> Caption:
    texts = [searched.items.texts[each.place] for each in near]
    chosen = near[consensus(texts)]
    neighbours: list[JsonValue] = [int(searched.items.samples[each.place]) for each in near]
    return Caption(
        text=searched.items.texts[chosen.place],
        attributes={
            "from_sample": int(searched.items.samples[chosen.place]),
            "neighbours": neighbours,
            "distance": round(chosen.distance, 4),
        },
    )
