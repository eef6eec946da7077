"""What more than one page shows: images, the names of projects and stages, answers of a kind."""

from typing import Self

from annotate.core.schemas import JsonObject, Schema
from annotate.images.models import Image
from annotate.images.schemas import ImageCopies
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Sample


class Hint(Schema):
    label: str
    value: str


class ShownImage(Schema):
    """An image as whoever works on it sees it: `hints` are its metadata."""

    id: int
    name: str
    width: int
    height: int
    urls: ImageCopies
    hints: list[Hint]

    @classmethod
    def of(cls, image: Image) -> "ShownImage":
        hints = [Hint(label=key, value=value) for key, value in image.metadata.items()]
        return cls.from_row(image, urls=ImageCopies.of(image), hints=hints)

    @classmethod
    def looked_back_on(cls, sample: Sample) -> "ShownImage":
        """As whoever worked on it sees it later: of a withdrawn image no metadata."""
        shown = cls.of(sample.image)
        is_withdrawn = sample.state == Sample.State.WITHDRAWN
        return shown.model_copy(update={"hints": []}) if is_withdrawn else shown


class NamedProject(Schema):
    id: int
    name: str

    @classmethod
    def of(cls, project: Project) -> "NamedProject":
        return cls.from_row(project)


class StageName(Schema):
    key: str
    title: str
    title_code: str | None
    kind: str

    @classmethod
    def of(cls, stage: StageSpec) -> Self:
        return cls.from_row(stage)


class StageOfWork(StageName):
    """A stage with its settings, which hold the words of its questions."""

    settings: JsonObject


class KindAnswer(Schema):
    """An answer and its kind, where no stage beside it says of which kind it is."""

    kind: str
    answer: JsonObject

    @classmethod
    def of(cls, annotation: Annotation) -> "KindAnswer":
        return cls(kind=annotation.kind, answer=annotation.value)
