"""COCO: `images`, and `annotations` with a box or a caption each; also what this product exports.

VizWiz-Captions is released in the same layout, with more said about each caption.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from annotate.exchange.imports.entries import Entry, Reading
from annotate.exchange.imports.readers.coco_file import CocoFile, CocoImage
from annotate.exchange.imports.readers.documents import Document, Documents
from annotate.exchange.imports.said import Frame, Said
from annotate.images.archives import RowError


def find(documents: Documents) -> "Coco | None":
    """Every document with images and annotations."""
    files = [
        document
        for document in documents.json
        if document.list_of("images") is not None
        and (document.list_of("annotations") is not None or document.list_of("captions"))
    ]
    return Coco(files) if files else None


class Coco(Reading):
    """One or several files of one set of pictures: boxes in one, captions in another."""

    format = "coco"

    def __init__(self, documents: Sequence[Document]) -> None:
        self._names = [document.name for document in documents]
        self._files = [CocoFile(document) for document in documents]
        # Where each picture is described: the file and its image, by what the picture is called.
        self._images: dict[str, list[tuple[CocoFile, CocoImage]]] = defaultdict(list)
        self._broken: list[RowError] = []
        for file in self._files:
            for image in file.images():
                if isinstance(image, RowError):
                    self._broken.append(image)
                else:
                    self._images[image.external_id or image.file_name].append((file, image))

    def files(self) -> Sequence[str]:
        return self._names

    def left(self) -> Mapping[str, int]:
        return sum((file.strays() for file in self._files), Counter[str]())

    def total(self) -> int:
        return len(self._images) + len(self._broken)

    def named(self) -> Iterator[str]:
        return (places[0][1].file_name for places in self._images.values())

    def entries(self) -> Iterator[Entry]:
        yield from map(self._entry, self._images.values())
        for problem in self._broken:
            yield Entry("?", problem=problem)

    def _entry(self, places: list[tuple[CocoFile, CocoImage]]) -> Entry:
        image = places[0][1]
        parts = [file.said(image) for file, image in places]
        size = next(((i.width, i.height) for _, i in places if i.width and i.height), None)
        said = Said(
            objects=tuple(each for part in parts for each in part.objects),
            texts=tuple(each for part in parts for each in part.texts),
            frame=Frame(float(size[0] or 1), float(size[1] or 1), measured=True) if size else None,
            left=sum((Counter(part.left) for part in parts), Counter[str]()),
        )
        return Entry(
            image.file_name,
            name=image.file_name if image.external_id else "",
            external_id=image.external_id or "",
            split=image.split or "",
            metadata=image.metadata or {},
            sha256=image.sha256 or "",
            address=image.address,
            said=said if said.objects or said.texts or said.left else None,
        )
