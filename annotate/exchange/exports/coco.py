"""COCO: instances with boxes in `annotations`, image descriptions in `captions`.

Both kinds of annotation in one list would keep pycocotools from reading the file (it asks every
one for its category), so captions have a list of their own; docs/reference/exports.md says how to
make a caption file of it.
"""

from collections.abc import Iterable

import msgspec

from annotate.exchange.exports.answers import ON_REJECTED, captions_of, image_text
from annotate.exchange.exports.base import Format, Writer, decode, encode
from annotate.exchange.exports.files import DigestingFile, write_list
from annotate.exchange.exports.reading import Exported, Scope
from annotate.kinds.capabilities import Captions, Describes, MarkedObject, MarksObjects

_CATEGORY = b'{"category_id":'


# Structs rather than dicts, as in `iiw`: there are many objects in every sample. What is unset is
# not written.
class _Attributes(msgspec.Struct, gc=False):
    description: str
    object_id: str
    rank: int
    rests_on_rejected: bool | msgspec.UnsetType = msgspec.UNSET


class _Annotation(msgspec.Struct, gc=False):
    """One object without its category, which stands before it."""

    area: float
    attributes: _Attributes
    bbox: list[float]
    id: int
    image_id: int
    iscrowd: int = 0


class _Image(msgspec.Struct, gc=False):
    external_id: str
    file_name: str
    height: int
    id: int
    metadata: msgspec.Raw
    sha256: str
    split: str | None
    width: int


class CocoWriter(Writer):
    """The file begins with what is known last (all categories), so its parts wait on disk."""

    with_seeds = False
    with_measures = False

    def __init__(self, scope: Scope, out: DigestingFile) -> None:
        super().__init__(scope, out)
        self._images, self._annotations, self._captions = (self.spools.new() for _ in range(3))
        # Labels in the order they were met; their final numbers follow the alphabet.
        self._labels: dict[str, int] = {}
        self._annotation_count = self._caption_count = 0

    def add(self, batch: Iterable[Exported]) -> None:
        images, annotations, captions = [], [], []
        for sample in batch:
            picture = sample.picture
            images.append(encode(_image(sample)))
            objects, text = sample.final(MarksObjects), sample.final(Describes)
            texts = [caption for caption in captions_of(sample) if not caption.canned]
            if objects is not None:
                all_marked = objects.kind.marked_objects(decode(objects.round.value_json))
                resting = sample.rests(objects)
                annotations += [
                    self._annotation(rank, marked, picture.id, resting=resting)
                    for rank, marked in enumerate(all_marked, 1)
                ]
            if text is not None:
                captions.append(
                    self._caption(image_text(sample, text), picture.id, resting=sample.rests(text))
                )
            captions += [
                self._caption(caption.text, picture.id, resting=caption.rests_on_rejected)
                for caption in texts
            ]
        self._images.add(images)
        self._annotations.add(annotations)
        self._captions.add(captions)

    def _annotation(
        self, rank: int, marked: MarkedObject, image_id: int, *, resting: bool
    ) -> bytes:
        """One object; its category is still in the order in which labels were met."""
        self._annotation_count += 1
        met = self._labels.setdefault(marked["label"], len(self._labels))
        box = marked["box"]
        rest = _Annotation(
            area=round(box["width"] * box["height"], 4),
            attributes=_Attributes(
                marked["description"], marked["id"], rank, resting or msgspec.UNSET
            ),
            bbox=[box["x"], box["y"], box["width"], box["height"]],
            id=self._annotation_count,
            image_id=image_id,
        )
        return b"%b%d,%b" % (_CATEGORY, met, encode(rest)[1:])

    def _caption(self, text: str, image_id: int, *, resting: bool) -> bytes:
        self._caption_count += 1
        caption = {"caption": text, "id": self._caption_count, "image_id": image_id}
        return encode(caption | (ON_REJECTED if resting else {}))

    def finish(self) -> None:
        names = sorted(self._labels)
        numbers = [0] * len(names)
        for number, name in enumerate(names, start=1):
            numbers[self._labels[name]] = number
        categories = (
            encode({"id": number, "name": name, "supercategory": "object"})
            for number, name in enumerate(names, start=1)
        )

        def numbered(line: bytes) -> bytes:
            end = line.index(b",")
            return b"%b%d%b" % (_CATEGORY, numbers[int(line[len(_CATEGORY) : end])], line[end:])

        info = {"description": self.project.name, "version": "1.0"}
        self.out.write(b'{"info":%b,"licenses":[],"categories":' % encode(info))
        write_list(self.out, categories)
        write_list(self.out, self._images.lines(), before=b',"images":')
        write_list(self.out, map(numbered, self._annotations.lines()), before=b',"annotations":')
        write_list(self.out, self._captions.lines(), before=b',"captions":')
        self.out.write(b"}\n")


def _image(sample: Exported) -> _Image:
    picture = sample.picture
    return _Image(
        external_id=picture.external_id,
        file_name=picture.name,
        height=picture.height,
        id=picture.id,
        metadata=msgspec.Raw(picture.metadata_json),
        sha256=picture.sha256,
        split=picture.split or None,
        width=picture.width,
    )


FORMAT = Format(
    name="coco",
    title="COCO: boxes and captions",
    summary="Boxes as COCO instances, descriptions and captions as captions, in one JSON file.",
    suffix=".json",
    content_type="application/json",
    writer=CocoWriter,
    needs=(MarksObjects, Describes, Captions),
)
