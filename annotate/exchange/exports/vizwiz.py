"""The layout of the VizWiz-Captions release: COCO with what was asked beside each caption.

Facts of the layout: vizwiz.org/tasks-and-datasets/image-captioning, version 1.0 of 2019-12-23.
There, the id of an image is the number in its name, and the id of a caption is 5 * image + k.
"""

import re
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Max

from annotate import kinds
from annotate.exchange.exports.answers import ON_REJECTED, Caption, captions_of, majority
from annotate.exchange.exports.base import Format, Writer, encode
from annotate.exchange.exports.files import DigestingFile, write_list
from annotate.exchange.exports.reading import Exported, Picture, Scope
from annotate.kinds.capabilities import Captions
from annotate.workflow.models import Annotation

CAPTIONS_PER_IMAGE = 5
_NAME = re.compile(r"VizWiz_[A-Za-z0-9]+_(\d{1,9})\.[A-Za-z]+")
_PLACE = "https://ivc.ischool.utexas.edu/VizWiz_visualization_img/"
_LARGEST_NUMBER = 99_999_999  # a bit each: 12 MB, however many images there are
_BLOCK = 5000


class VizWizWriter(Writer):
    """Captions wait on disk, because the images come first."""

    with_seeds = False
    with_measures = False

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._captions, self._images = self.spools.new(), self.spools.new()
        self._numbered = _names_number_the_images(scope)
        self._per_image = max(CAPTIONS_PER_IMAGE, _most_captions(scope))

    def add(self, batch: Iterable[Exported]) -> None:
        images, captions = [], []
        for sample in batch:
            of_image = captions_of(sample)
            number = self._number(sample.picture)
            images.append(encode(_image(sample.picture, number, of_image)))
            captions += [
                encode(_annotation(caption, number, number * self._per_image + place))
                for place, caption in enumerate(of_image)
            ]
        self._images.add(images)
        self._captions.add(captions)

    def _number(self, picture: Picture) -> int:
        number = number_in(picture.name) if self._numbered else None
        return picture.id if number is None else number

    def finish(self) -> None:
        self.out.write(b'{"info":%b' % encode(self._info()))
        write_list(self.out, self._images.lines(), before=b',"images":')
        write_list(self.out, self._captions.lines(), before=b',"annotations":')
        self.out.write(b"}\n")

    def _info(self) -> dict[str, Any]:
        created = self.project.created_at
        return {
            "contributor": None,
            "date_created": created.date().isoformat(),
            "description": self.project.name,
            "license": {"name": None, "url": None},
            "url": None,
            "version": "1.0",
            "year": created.year,
        }


def number_in(name: str) -> int | None:
    """The number in a file name of the release.

    >>> number_in("VizWiz_train_00004732.jpg"), number_in("photo 3.jpg")
    (4732, None)
    """
    match = _NAME.fullmatch(name.rpartition("/")[2])
    return int(match[1]) if match else None


def _names_number_the_images(scope: Scope) -> bool:
    """Whether every image has a name of the release, and no two of them the same number."""
    seen = bytearray()
    after = 0
    while rows := list(
        scope.samples()
        .filter(id__gt=after)
        .order_by("id")
        .values_list("id", "image__name")[:_BLOCK]
    ):
        after = rows[-1][0]
        for _, name in rows:
            number = number_in(name)
            if number is None or number > _LARGEST_NUMBER:
                return False
            byte, bit = number >> 3, 1 << (number & 7)
            if byte >= len(seen):
                seen.extend(bytes(byte + 1 - len(seen)))
            if seen[byte] & bit:
                return False
            seen[byte] |= bit
    return True


def _most_captions(scope: Scope) -> int:
    """The largest number of captions that one image has."""
    captions = scope.annotations().filter(
        kind__in=kinds.names(Captions), sample__in=scope.samples()
    )
    counted = (
        captions.exclude(origin=Annotation.Origin.MODEL)
        .order_by()
        .values("sample_id")
        .annotate(number=Count("id"))
    )
    return counted.aggregate(most=Max("number"))["most"] or 0


def _image(picture: Picture, number: int, captions: list[Caption]) -> dict[str, Any]:
    file_name = picture.name.rpartition("/")[2]
    of_the_release = number_in(file_name) is not None
    return {
        "file_name": file_name,
        "id": number,
        "text_detected": majority([caption.text_detected for caption in captions]),
        "vizwiz_url": _PLACE + file_name if of_the_release else None,
    }


def _annotation(caption: Caption, image: int, number: int) -> dict[str, Any]:
    return {
        "caption": caption.text,
        "id": number,
        "image_id": image,
        "is_precanned": caption.canned,
        "is_rejected": caption.rejected,
        "text_detected": caption.text_detected,
        **({} if caption.typed is None else {"original_caption": caption.typed}),
        **(ON_REJECTED if caption.rests_on_rejected else {}),
    }


FORMAT = Format(
    name="vizwiz-captions",
    title="VizWiz-Captions: captions with text, canned and rejected marks",
    summary="Captions in the layout of the VizWiz-Captions release, in one JSON file.",
    suffix=".json",
    content_type="application/json",
    writer=VizWizWriter,
    needs=(Captions,),
)
