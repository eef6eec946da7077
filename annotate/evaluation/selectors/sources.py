"""Where texts come from: a round, the final texts, a model's seeds, or a file from elsewhere.

A source is written down as JSON, the same everywhere: in requests, studies and reports. Rejected
answers, those the votes dropped and canned captions are no texts of any source; where spelling was
corrected, a text reads as corrected.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any, Literal, NamedTuple

from django.db.models import Count, Q, QuerySet

from annotate import kinds
from annotate.analysis.text_reports import Text
from annotate.analysis.tokens import sentence_spans
from annotate.core import errors
from annotate.evaluation.models import FileText, TextFile
from annotate.evaluation.schemas.studies import AvailableSource, TextSource
from annotate.images.intake import Facts
from annotate.kinds.capabilities import WritesImageText
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.seeding.models import ModelVersion
from annotate.workflow import hooks
from annotate.workflow import selectors as workflow
from annotate.workflow.models import Annotation, Sample

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
        """The form in which it is stored and sent; `parse` reads it."""
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
    """The source of a project that JSON names.

    Raises:
        Invalid: it is no source, or the project has none like it; the field below `path` is named.
    """
    readers = {"round": _round, "final": _final, "seed": _seed, "file": _file}
    values = raw if isinstance(raw, Mapping) else {}
    kind = values.get("type")
    read = readers.get(kind) if isinstance(kind, str) else None
    if read is None:
        message = Message("source_types", types=list(readers))
        raise errors.Invalid.field(f"{path}.type", message, code="not_a_choice")
    return read(_Fields(values, path), project)


@dataclass(frozen=True)
class _Fields:
    """The members of a source, and where they are in the request."""

    values: Mapping[str, Any]
    path: str

    def number(self, name: str) -> int:
        value = self.values.get(name)
        # In JSON `true` is no number, though in Python it is.
        if type(value) is not int or not 1 <= value < 2**63:
            message = Message("must_be_whole_number")
            raise errors.Invalid.field(f"{self.path}.{name}", message, code="wrong_type")
        return value

    def stage(self, project: Project) -> StageSpec:
        stages = stages_with_texts(project)
        for stage in stages:
            if stage.key == self.values.get("stage"):
                return stage
        message = Message("stage_with_texts", stages=[stage.key for stage in stages])
        raise errors.Invalid.field(f"{self.path}.stage", message, code="unknown_stage")


def stages_with_texts(project: Project) -> list[StageSpec]:
    """The stages in which people write a text about the image."""
    return [
        stage for stage in project.recipe.stages if isinstance(stage.kind_object, WritesImageText)
    ]


def _round(fields: _Fields, project: Project) -> Source:
    return round_source(fields.stage(project), fields.number("index"))


def round_source(stage: StageSpec, index: int) -> Source:
    """One round of a stage, or one of its parallel answers."""
    noun = "answer" if stage.mode == "parallel" else "round"
    title = f"{stage.title}: {noun} {index}"
    return Source(type="round", title=title, stage=stage.key, index=index)


def _final(fields: _Fields, project: Project) -> Source:
    return final_source(fields.stage(project))


def final_source(stage: StageSpec) -> Source:
    return Source(type="final", title=f"{stage.title}: final text", stage=stage.key)


def _seed(fields: _Fields, project: Project) -> Source:
    stage = fields.stage(project)
    if fields.values.get("version") is None:
        return seed_source(stage)
    versions = ModelVersion.objects.select_related("connection").filter(project=project)
    version = versions.filter(pk=fields.number("version")).first()
    if version is None:
        raise errors.Invalid.field(f"{fields.path}.version", Message("unknown_version"))
    return seed_source(stage, version)


def seed_source(stage: StageSpec, version: ModelVersion | None = None) -> Source:
    """The seeds of one version, or the newest of each image."""
    if version is None:
        return Source(type="seed", title=f"{stage.title}: newest seed", stage=stage.key)
    title = f"{stage.title}: seed by {version.connection.name} {version.label}"
    return Source(type="seed", title=title, stage=stage.key, version=version.pk)


def _file(fields: _Fields, project: Project) -> Source:
    number = fields.number("file")
    file = TextFile.objects.filter(project=project, pk=number).first()
    if file is None:
        message = Message("unknown_text_file")
        raise errors.Invalid.field(f"{fields.path}.file", message, code="unknown_file")
    return file_source(file)


def file_source(file: TextFile) -> Source:
    return Source(type="file", title=f"File: {file.name}", file=file.pk, has_images=file.has_images)


def parse_texts(raw: object, project: Project, *, path: str = "source") -> Source:
    """As `parse`, of a source whose texts are to be read."""
    source = parse(raw, project, path=path)
    if source.has_images:
        raise errors.Invalid.field(path, Message("file_holds_images"), code="no_texts")
    return source


BATCH = 1000


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text or image: `key` is the external id of the image it is about, or what the file
    calls that; `chunk` how many sentences an image was made from, None of all.
    """

    image_id: int | None
    key: str
    text: str
    annotation_id: int | None = None
    author_id: int | None = None
    chunk: int | None = None
    picture: Facts | None = None

    def up_to(self, sentences: int) -> "list[SourceText]":
        """The first sentence, the first two and so on, as far as there are so many."""
        ends = [end for _, end in sentence_spans(self.text)]
        return [
            replace(self, text=self.text[:end], chunk=chunk)
            for chunk, end in enumerate(ends[:sentences], start=1)
        ]


def texts_of(project: Project, source: Source) -> list[SourceText]:
    """In order of the samples, or of the file; only in a file may an image have several."""
    if source.type == "file":
        return list(_of_file(source))
    return list(_of_answers(project, _answers(project, source)))


def _of_file(source: Source) -> Iterator[SourceText]:
    rows = FileText.objects.filter(file=source.file).order_by("position")
    for row in rows.iterator(BATCH):
        yield SourceText(row.image_id, row.key, row.text, chunk=row.chunk, picture=row.facts)


def standing(project: Project, stage_key: str) -> QuerySet[Annotation]:
    """All texts that were written in a stage and may be counted on, seeds with them."""
    texts = workflow.kept().filter(_own_words(), project=project, stage_key=stage_key)
    return texts.exclude(sample__state=Sample.State.WITHDRAWN)


def _own_words() -> Q:
    """Texts about an image, without those that are nobody's own words."""
    wanted = Q(pk__in=[])
    for name in kinds.names(WritesImageText):
        own_words = kinds.able(kinds.get(name), WritesImageText).own_words
        wanted |= Q(kind=name, **{f"value__{field}": value for field, value in own_words.items()})
    return wanted


def in_the_end(answers: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """Those that may be the final text of their sample: by people, and it is done."""
    return workflow.by_people(answers).filter(sample__state=Sample.State.DONE)


def of_seeds(answers: QuerySet[Annotation]) -> QuerySet[Annotation]:
    """Those that nobody wrote here: by models, or brought in as seeds."""
    return answers.filter(index=0)


def _answers(project: Project, source: Source) -> QuerySet[Annotation]:
    """By sample: of several of one sample the last one counts."""
    answers = standing(project, source.stage)
    match source.type:
        case "round":
            # Where somebody's here and one from elsewhere have the same number, the one from here
            # counts: "person" comes last in the alphabet.
            answers = workflow.by_people(answers).filter(index=source.index)
            return answers.order_by("sample_id", "origin", "id")
        case "final":
            return in_the_end(answers).order_by("sample_id", *workflow.FINAL_LAST)
    seeds = of_seeds(answers)
    if source.version is not None:
        seeds = seeds.filter(record__version=source.version)
    return seeds.order_by("sample_id", "id")


class _Row(NamedTuple):
    sample_id: int
    origin: str
    number: int
    image_id: int
    key: str
    id: int
    author_id: int | None
    kind: str
    value: dict[str, Any]


def _by_sample(row: _Row) -> tuple[object, ...]:
    return (row.sample_id,)


def _by_answer(row: _Row) -> tuple[object, ...]:
    return row.sample_id, row.origin, row.number


def _of_answers(
    project: Project,
    answers: QuerySet[Annotation],
    by: Callable[[_Row], tuple[object, ...]] = _by_sample,
) -> Iterator[SourceText]:
    """In their order, by sample; of those that are one to `by` the last one counts."""
    own = ("sample_id", "origin", "index")
    columns = ("sample__image_id", "sample__image__external_id", "id", "author_id", "kind", "value")
    rows = map(_Row._make, answers.values_list(*own, *columns).iterator(BATCH))
    last_of_each = (list(of_one)[-1] for _, of_one in groupby(rows, key=by))
    while batch := list(islice(last_of_each, BATCH)):
        corrected = hooks.corrected_texts(project, (batch[0].sample_id, batch[-1].sample_id))
        for row in batch:
            kind = kinds.able(kinds.get(row.kind), WritesImageText)
            text = corrected.get(row.id, {}).get(kind.text_path) or kind.image_text(row.value)
            if text:
                yield SourceText(row.image_id, row.key, text, row.id, row.author_id)


_SAMPLES = Count("sample", distinct=True)


def available(project: Project) -> list[AvailableSource]:
    """The sources of a project that have a text.

    Answers are counted by sample, as each sample has one text of a source.
    """
    stages = stages_with_texts(project)
    of_stages = [source for stage in stages for source in _of_stage(project, stage)]
    return [source for source in (*of_stages, *_files(project)) if source.texts]


def _of_stage(project: Project, stage: StageSpec) -> list[AvailableSource]:
    answers = standing(project, stage.key)
    final = in_the_end(answers).aggregate(number=_SAMPLES)["number"]
    return [
        *_rounds(stage, workflow.by_people(answers)),
        _available(final_source(stage), final),
        *_seeds(stage, of_seeds(answers)),
    ]


def _rounds(stage: StageSpec, answers: QuerySet[Annotation]) -> list[AvailableSource]:
    counted = answers.order_by("index").values_list("index").annotate(number=_SAMPLES)
    return [_available(round_source(stage, index), number) for index, number in counted]


def _seeds(stage: StageSpec, answers: QuerySet[Annotation]) -> list[AvailableSource]:
    counted = answers.order_by().values_list("record__version").annotate(number=_SAMPLES)
    numbers: dict[int | None, int] = dict(counted)
    newest = answers.aggregate(number=_SAMPLES)["number"]
    versions = ModelVersion.objects.select_related("connection").order_by("connection", "-number")
    with_texts = versions.filter(pk__in=[pk for pk in numbers if pk is not None])
    return [
        _available(seed_source(stage), newest),
        *(_available(seed_source(stage, version), numbers[version.pk]) for version in with_texts),
    ]


def _files(project: Project) -> list[AvailableSource]:
    files = TextFile.objects.filter(project=project).annotate(number=Count("texts"))
    return [_available(file_source(file), file.number) for file in files.order_by("-id")]


def _available(source: Source, texts: int) -> AvailableSource:
    return AvailableSource(
        source=source.described, title=source.title, texts=texts, has_images=source.has_images
    )


def report_texts(project: Project, source: Source) -> list[SourceText]:
    """The texts of a source as a report counts them.

    A study shows one text per image. Here the final texts of a stage in which people answer side
    by side are all of these answers: that is what such a stage is for.
    """
    for stage in stages_with_texts(project):
        if source.type == "final" and stage.key == source.stage and stage.mode == "parallel":
            return _of_replicas(project, stage)
    return texts_of(project, source)


def _of_replicas(project: Project, stage: StageSpec) -> list[SourceText]:
    """The answers of a parallel stage to samples that are done, by image."""
    answers = in_the_end(standing(project, stage.key))
    in_order = answers.order_by("sample_id", *workflow.FINAL_LAST)
    return list(_of_answers(project, in_order, _by_answer))


def as_measured(text: SourceText) -> Text:
    """A text as measures take it: together with others about the same image."""
    image = f"image {text.image_id}" if text.image_id is not None else f"key {text.key}"
    return Text(image if text.image_id is not None or text.key else "", text.text)
