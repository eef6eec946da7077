"""Bring in files of visual questions, whole or not at all, and delete them."""

from pathlib import Path

from django.db import IntegrityError, transaction

from annotate.analysis.text import clean_line, is_blank
from annotate.core import errors
from annotate.evaluation.models import QuestionFile
from annotate.evaluation.question_rows import questions_in
from annotate.evaluation.selectors.question_files import users_of
from annotate.evaluation.services.text_files import digest_of, name_taken
from annotate.evaluation.tables import rows_of
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit


def add_question_file(*, project: Project, actor: User, path: Path, name: str) -> QuestionFile:
    """Bring in the questions of a file in the layout of VizWiz-VQA.

    Raises:
        UnreadableFile: it is no such file.
        Invalid: rows are wrong; each is named as `rows[12].answers`.
        Conflict: the project has a file of questions called so.
    """
    if is_blank(name):
        raise errors.Invalid.field("name", Message("questions_without_name"), code="required")
    questions = [
        [one.image, one.type, one.answerable, one.answers] for one in questions_in(rows_of(path))
    ]
    try:
        with transaction.atomic():
            file = QuestionFile.objects.create(
                project=project,
                name=clean_line(name),
                questions=questions,
                number=len(questions),
                sha256=digest_of(path),
                created_by=actor,
            )
            audit(
                project=project,
                actor=actor,
                verb="questions.added",
                target=file.name,
                questions=file.number,
            )
    except IntegrityError:
        raise name_taken(Message("question_file_name_taken")) from None
    return file


def delete_question_file(*, file: QuestionFile, actor: User) -> None:
    """Delete a file of questions.

    Raises:
        Conflict: a report is about it.
    """
    with transaction.atomic():
        # Reports lock the project before they name a file.
        Project.objects.select_for_update(no_key=True).get(pk=file.project_id)
        users = users_of(file)
        if users:
            raise errors.Conflict(Message("questions_in_use", users=users), code="in_use")
        audit(project=file.project, actor=actor, verb="questions.deleted", target=file.name)
        file.delete()
