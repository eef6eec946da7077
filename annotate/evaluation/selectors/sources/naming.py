"""Sources as people name them: from JSON and back, and what they are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from annotate.core import errors
from annotate.evaluation.models import TextFile
from annotate.evaluation.schemas import TextSource
from annotate.kinds.capabilities import WritesImageText
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.seeding.models import ModelVersion

Type = Literal["round", "final", "seed", "file"]


@dataclass(frozen=True, kw_only=True)
class Source:
    """One source of a project, known to exist; `title` is what people call it by default."""

    type: Type
    title: str
    stage: str = ""
    index: int = 0
    version: int | None = None
    file: int | None = None
    has_images: bool = False

    def json(self) -> dict[str, Any]:
        """Return the form in which it is stored and sent; `parse` reads it."""
        match self.type:
            case "round":
                return {"type": "round", "stage": self.stage, "index": self.index}
            case "final":
                return {"type": "final", "stage": self.stage}
            case "seed":
                return {"type": "seed", "stage": self.stage, "version": self.version}
        return {"type": "file", "file": self.file}

    @property
    def described(self) -> TextSource:
        return TextSource.model_validate(self.json())


def parse(raw: object, project: Project, *, path: str = "source") -> Source:
    """Return the source of a project that JSON names.

    Raises:
        Invalid: it is no source, or the project has none like it; the field below `path` is named.
    """
    readers = {"round": _round, "final": _final, "seed": _seed, "file": _file}
    given = raw if isinstance(raw, Mapping) else {}
    kind = given.get("type")
    read = readers.get(kind) if isinstance(kind, str) else None
    if read is None:
        known = list(readers)
        raise errors.Invalid.field(
            f"{path}.type", Message("source_types", types=known), code="not_a_choice"
        )
    return read(_Fields(given, path), project)


@dataclass(frozen=True)
class _Fields:
    """The members of a source, and where they are in the request."""

    given: Mapping[str, Any]
    path: str

    def number(self, name: str) -> int:
        value = self.given.get(name)
        # In JSON `true` is no number, though in Python it is.
        if type(value) is not int or not 1 <= value < 2**63:
            message = Message("must_be_whole_number")
            raise errors.Invalid.field(f"{self.path}.{name}", message, code="wrong_type")
        return value

    def stage(self, project: Project) -> StageSpec:
        stages = stages_with_texts(project)
        for stage in stages:
            if stage.key == self.given.get("stage"):
                return stage
        known = [stage.key for stage in stages]
        message = Message("stage_with_texts", stages=known)
        raise errors.Invalid.field(f"{self.path}.stage", message, code="unknown_stage")


def stages_with_texts(project: Project) -> list[StageSpec]:
    """Return the stages of a project in which people write a text about the image."""
    return [
        stage for stage in project.recipe.stages if isinstance(stage.kind_object, WritesImageText)
    ]


def _round(fields: _Fields, project: Project) -> Source:
    return round_source(fields.stage(project), fields.number("index"))


def round_source(stage: StageSpec, index: int) -> Source:
    """Return the source of one round of a stage, or of one of its parallel answers."""
    noun = "answer" if stage.mode == "parallel" else "round"
    title = f"{stage.title}: {noun} {index}"
    return Source(type="round", title=title, stage=stage.key, index=index)


def _final(fields: _Fields, project: Project) -> Source:
    return final_source(fields.stage(project))


def final_source(stage: StageSpec) -> Source:
    """Return the source of the last texts of a stage."""
    return Source(type="final", title=f"{stage.title}: final text", stage=stage.key)


def _seed(fields: _Fields, project: Project) -> Source:
    stage = fields.stage(project)
    if fields.given.get("version") is None:
        return seed_source(stage)
    number = fields.number("version")
    found = ModelVersion.objects.select_related("connection").filter(project=project, pk=number)
    version = found.first()
    if version is None:
        raise errors.Invalid.field(f"{fields.path}.version", Message("unknown_version"))
    return seed_source(stage, version)


def seed_source(stage: StageSpec, version: ModelVersion | None = None) -> Source:
    """Return the source of the seeds of a stage: of one version, or the newest of each image."""
    if version is None:
        return Source(type="seed", title=f"{stage.title}: newest seed", stage=stage.key)
    title = f"{stage.title}: seed by {version.connection.name} {version.label}"
    return Source(type="seed", title=title, stage=stage.key, version=version.pk)


def _file(fields: _Fields, project: Project) -> Source:
    number = fields.number("file")
    file = TextFile.objects.filter(project=project, pk=number).first()
    if file is None:
        raise errors.Invalid.field(
            f"{fields.path}.file", Message("unknown_text_file"), code="unknown_file"
        )
    return file_source(file)


def file_source(file: TextFile) -> Source:
    """Return the source of the texts of a file."""
    return Source(type="file", title=f"File: {file.name}", file=file.pk, has_images=file.has_images)


def parse_texts(raw: object, project: Project, *, path: str = "source") -> Source:
    """As `parse`, of a source whose texts are to be read."""
    source = parse(raw, project, path=path)
    if source.has_images:
        raise errors.Invalid.field(path, Message("file_holds_images"), code="no_texts")
    return source


def title_of(source: Source) -> str:
    """Return what a source is called unless somebody gives it another title."""
    return source.title
