"""Sources as people name them: from JSON and back, and what they are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from annotate.core import errors
from annotate.evaluation.models import TextFile
from annotate.evaluation.schemas import TextSource
from annotate.kinds.capabilities import WritesImageText
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
        known = ", ".join(readers)
        raise _wrong(f"{path}.type", "not_a_choice", f"A source has one of the types {known}.")
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
            message = "This must be a whole number, at least 1."
            raise _wrong(f"{self.path}.{name}", "wrong_type", message)
        return value

    def stage(self, project: Project) -> StageSpec:
        stages = stages_with_texts(project)
        for stage in stages:
            if stage.key == self.given.get("stage"):
                return stage
        known = ", ".join(stage.key for stage in stages) or "none"
        raise _wrong(
            f"{self.path}.stage",
            "unknown_stage",
            f"Name a stage of the project in which texts are written; there are: {known}.",
        )


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
        raise _wrong(f"{fields.path}.version", "unknown_version", "There is no such version.")
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
        raise _wrong(f"{fields.path}.file", "unknown_file", "There is no such file of texts.")
    return file_source(file)


def file_source(file: TextFile) -> Source:
    """Return the source of the texts of a file."""
    return Source(type="file", title=f"File: {file.name}", file=file.pk, has_images=file.has_images)


def parse_texts(raw: object, project: Project, *, path: str = "source") -> Source:
    """As `parse`, of a source whose texts are to be read."""
    source = parse(raw, project, path=path)
    if source.has_images:
        raise _wrong(path, "no_texts", "This file holds images; choose one of texts.")
    return source


def _wrong(path: str, code: str, message: str) -> errors.Invalid:
    return errors.Invalid.field(path, code, message)


def title_of(source: Source) -> str:
    """Return what a source is called unless somebody gives it another title."""
    return source.title
