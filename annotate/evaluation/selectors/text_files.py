"""What is told about files of texts."""

from django.db.models import Count, Q, QuerySet

from annotate.core import errors
from annotate.evaluation.models import (
    Enrichment,
    HarmRun,
    MentionRun,
    ReasoningRun,
    Study,
    TextFile,
    TextReport,
)
from annotate.evaluation.schemas import studies as schemas
from annotate.people.schemas import Person
from annotate.projects.models import Project

# What measurements of harms are called, which have no name of their own.
HARMS, MENTIONS = "harms", "mentions"
# What the sources of a report are held against.
_BESIDE = ("references", "compared")


def text_files(project: Project) -> QuerySet[TextFile]:
    """Newest first."""
    return TextFile.objects.filter(project=project).select_related("created_by").order_by("-id")


def text_file(project: Project, file_id: int) -> TextFile:
    return errors.existing(text_files(project).filter(pk=file_id).first())


def described(files: list[TextFile]) -> list[schemas.TextFile]:
    """Files with how many texts they have and how many of those have an image."""
    rows = TextFile.objects.filter(pk__in=[file.pk for file in files])
    counted = rows.annotate(number=Count("texts"), matched=Count("texts__image"))
    numbers = {file.pk: (file.number, file.matched) for file in counted}
    return [
        schemas.TextFile(
            id=file.pk,
            name=file.name,
            has_images=file.has_images,
            texts=numbers[file.pk][0],
            matched=numbers[file.pk][1],
            created_by=Person.of(file.created_by),
            created_at=file.created_at,
        )
        for file in files
    ]


def users_of(file: TextFile) -> list[str]:
    """The names of the studies, reports and runs about texts of a file, and of what wrote it."""
    file_source = {"type": "file", "file": file.pk}
    studies = Study.objects.filter(project=file.project_id).values_list("name", "sources")
    reports = [
        (report.name, [*report.sources, *(report.options.get(beside) or {} for beside in _BESIDE)])
        for report in TextReport.objects.filter(project=file.project_id).defer("results")
    ]
    runs = ReasoningRun.objects.filter(project=file.project_id).values_list("name", "sources")
    about = [
        name
        for name, sources in (*studies, *reports, *runs)
        if any(source.get("source") == file_source for source in sources)
    ]
    key = f"file:{file.pk}"
    measured = HarmRun.objects.filter(Q(candidate=key) | Q(truth=key), project=file.project_id)
    about += [f"{HARMS} {pk}" for pk in measured.values_list("pk", flat=True)]
    fitted = MentionRun.objects.filter(candidate=key, project=file.project_id)
    about += [f"{MENTIONS} {pk}" for pk in fitted.values_list("pk", flat=True)]
    writers = Enrichment.objects.filter(output=file).values_list("name", flat=True)
    return [f"“{name}”" for name in (*about, *writers)]
