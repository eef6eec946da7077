"""What is told about files of visual questions, and their questions as a report asks them."""

from collections.abc import Sequence

from django.db.models import QuerySet

from annotate.analysis.answers import Question
from annotate.core import errors
from annotate.evaluation.models import QuestionFile, TextReport
from annotate.evaluation.schemas import text_reports as schemas
from annotate.evaluation.selectors.sources import SourceText, as_measured
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.workflow.selectors.names import Names


def question_files(project: Project) -> QuerySet[QuestionFile]:
    """Newest first; questions are read where they are wanted."""
    rows = QuestionFile.objects.filter(project=project).select_related("created_by")
    return rows.defer("questions").order_by("-id")


def question_file(project: Project, file_id: int) -> QuestionFile:
    return errors.existing(question_files(project).filter(pk=file_id).first())


def described(files: Sequence[QuestionFile]) -> list[schemas.QuestionFile]:
    return [
        schemas.QuestionFile(
            id=file.pk,
            name=file.name,
            questions=file.number,
            created_by=Person.of(file.created_by),
            created_at=file.created_at,
        )
        for file in files
    ]


def users_of(file: QuestionFile) -> list[str]:
    """The names of the reports that look for the answers of a file."""
    reports = TextReport.objects.filter(project=file.project_id).defer("results")
    return [
        f"“{report.name}”"
        for report in reports
        if (report.options.get("questions") or {}).get("file") == file.pk
    ]


def questions_asked(project: Project, file_id: int) -> list[Question]:
    """The questions of a file, about images as measures call them; none where it is gone."""
    file = QuestionFile.objects.filter(project=project, pk=file_id).first()
    names = Names(project)
    return [
        Question(_image(names, image), tuple(answers), kind, answerable)
        for image, kind, answerable, answers in (file.questions if file else [])
    ]


def _image(names: Names, name: str) -> str:
    """A name of two images means neither, and is what a file of texts may call another one."""
    try:
        found = names.find(name, "image")
    except errors.Invalid:
        found = None
    return as_measured(SourceText(found and found.image_id, name, "")).image
