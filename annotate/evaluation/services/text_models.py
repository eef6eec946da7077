"""The models of vectors that reports on texts are made with, and the vectors of images.

Only a job comes here: models are loaded and asked in the process of a worker.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from PIL import Image as Pixels

from annotate.analysis.embedding import NO_MODEL, Embedder, Vectors
from annotate.analysis.text_reports import Measured, Text, without
from annotate.analysis.text_vectors import BERT, CLIP, fit_of_images, nearness
from annotate.analysis.undefined import Undefined
from annotate.backends import BackendError
from annotate.backends.runs import as_upright_rgb
from annotate.backends.transformers.embedding import lend
from annotate.evaluation.selectors.sources import SourceText, as_measured
from annotate.images import storage
from annotate.images.models import Image
from annotate.messages import Message

# Some ten a second without a graphics card, and each is read with its references.
VECTORS_AT_MOST = 50_000
# Pictures that lie on the disk at once.
_AT_ONCE = 32

References = Mapping[str, Sequence[str]] | Undefined


@dataclass(frozen=True)
class Lent:
    """The models that a report names; each is opened when it is first asked, and goes with it."""

    options: Mapping[str, Any]
    texts: Sequence[SourceText]
    _seen: list[Mapping[str, Vectors] | Undefined] = field(default_factory=list)

    def fit(
        self, plain: Sequence[Text], references: References, tell: Callable[[], None]
    ) -> Measured:
        """CLIPScore and RefCLIPScore of the texts of a source."""
        if self._too_many is not None:
            return without(CLIP, self._too_many)
        return fit_of_images(plain, self._images(tell), self._image_model, references, tell)

    def nearness(
        self, plain: Sequence[Text], references: References, tell: Callable[[], None]
    ) -> Measured:
        """BERTScore of the texts of a source."""
        if self._too_many is not None:
            return without(BERT, self._too_many)
        return nearness(plain, references, self._token_model, tell)

    @property
    def _too_many(self) -> Undefined | None:
        if len(self.texts) <= VECTORS_AT_MOST:
            return None
        return Undefined(Message("vectors_beyond_limit", limit=VECTORS_AT_MOST))

    @cached_property
    def _image_model(self) -> Embedder | Undefined:
        return opened(self.options.get("image_model", ""))

    @cached_property
    def _token_model(self) -> Embedder | Undefined:
        return opened(self.options.get("token_model", ""))

    def _images(self, tell: Callable[[], None]) -> Mapping[str, Vectors] | Undefined:
        if isinstance(self._image_model, Undefined):
            return self._image_model
        if not self._seen:
            self._seen.append(vectors_of_images(self.texts, self._image_model, tell))
        return self._seen[0]


def opened(name: str) -> Embedder | Undefined:
    """The model of this name below MODELS_ROOTS, or why there is none."""
    return lend(name, tuple(map(Path, settings.MODELS_ROOTS))) if name else NO_MODEL


def vectors_of_images(
    texts: Iterable[SourceText], model: Embedder, tell: Callable[[], None]
) -> Mapping[str, Vectors] | Undefined:
    """A row for each image of the project that texts are about, by what measures call it.

    An image that cannot be opened has none.
    """
    found: dict[str, Vectors] = {}
    wanted = sorted({text.image_id for text in texts if text.image_id is not None})
    for start in range(0, len(wanted), _AT_ONCE):
        some = Image.objects.filter(pk__in=wanted[start : start + _AT_ONCE])
        rows = _rows(some.order_by("pk"), model)
        if isinstance(rows, Undefined):
            return rows
        for pk, row in rows.items():
            found[as_measured(SourceText(pk, "", "")).image] = row
        tell()
    return found


def _rows(images: Iterable[Image], model: Embedder) -> dict[int, Vectors] | Undefined:
    with TemporaryDirectory() as folder:
        paths = {
            image.pk: path
            for image in images
            if (path := _written(image, Path(folder, f"{image.pk}.ppm"))) is not None
        }
        try:
            rows = model.images(list(paths.values()))
        except BackendError as error:
            return Undefined(error.entry)
    return rows if isinstance(rows, Undefined) else dict(zip(paths, rows, strict=True))


def _written(image: Image, path: Path) -> Path | None:
    """The upright image as a file without loss, as quick to write as to read."""
    try:
        with storage.open_original(image.sha256) as file, Pixels.open(file) as pixels:
            as_upright_rgb(pixels).save(path, "PPM")
    except (OSError, Pixels.DecompressionBombError):
        return None
    return path
