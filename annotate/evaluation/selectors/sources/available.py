"""Which sources of texts a project has, and how many texts each."""

from django.db.models import Count, QuerySet

from annotate.evaluation.models import TextFile
from annotate.evaluation.schemas import AvailableSource
from annotate.evaluation.selectors.sources import naming, reading
from annotate.evaluation.selectors.sources.naming import Source
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.seeding.models import ModelVersion
from annotate.workflow.models import Annotation

_SAMPLES = Count("sample", distinct=True)


def available(project: Project) -> list[AvailableSource]:
    """Return the sources of a project that have a text, each with its title and their number.

    Answers are counted by sample, as each sample has one text of a source.
    """
    stages = naming.stages_with_texts(project)
    of_stages = [each for stage in stages for each in _of_stage(project, stage)]
    return [each for each in (*of_stages, *_files(project)) if each.texts]


def _of_stage(project: Project, stage: StageSpec) -> list[AvailableSource]:
    answers = reading.standing(project, stage.key)
    final = reading.in_the_end(answers).aggregate(number=_SAMPLES)["number"]
    return [
        *_rounds(stage, reading.in_rounds(answers)),
        _told(naming.final_source(stage), final),
        *_seeds(stage, reading.of_seeds(answers)),
    ]


def _rounds(stage: StageSpec, answers: QuerySet[Annotation]) -> list[AvailableSource]:
    counted = answers.order_by("index").values_list("index").annotate(number=_SAMPLES)
    return [_told(naming.round_source(stage, index), number) for index, number in counted]


def _seeds(stage: StageSpec, answers: QuerySet[Annotation]) -> list[AvailableSource]:
    counted = answers.order_by().values_list("record__version").annotate(number=_SAMPLES)
    numbers: dict[int | None, int] = dict(counted)
    newest = answers.aggregate(number=_SAMPLES)["number"]
    versions = ModelVersion.objects.select_related("connection").order_by("connection", "-number")
    return [
        _told(naming.seed_source(stage), newest),
        *(
            _told(naming.seed_source(stage, each), numbers[each.pk])
            for each in versions.filter(pk__in=[pk for pk in numbers if pk is not None])
        ),
    ]


def _files(project: Project) -> list[AvailableSource]:
    files = TextFile.objects.filter(project=project).annotate(number=Count("texts"))
    return [_told(naming.file_source(each), each.number) for each in files.order_by("-id")]


def _told(source: Source, texts: int) -> AvailableSource:
    return AvailableSource(
        source=source.described,
        title=source.title,
        texts=texts,
        has_images=source.has_images,
    )
