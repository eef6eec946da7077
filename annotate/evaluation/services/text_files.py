"""Bring files of texts in, whole or not at all, and delete them."""

import hashlib
from pathlib import Path

from django.db import IntegrityError, transaction

from annotate.core import errors
from annotate.evaluation.models import FileText, TextFile
from annotate.evaluation.selectors.text_files import users_of
from annotate.evaluation.tables import rows_of
from annotate.evaluation.text_rows import texts_in
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.selectors.names import Names


def add_text_file(
    *,
    project: Project,
    actor: User | None,
    path: Path,
    name: str,
    text_field: str = "",
    key_field: str = "",
) -> TextFile:
    """Bring in the texts of a file; those of images that the project lacks are kept as well.

    Args:
        actor: None for a command on this machine, which acts for whoever made the project.
        path: a file of JSON lines, a JSON list or CSV, packed with gzip or not.
        text_field: which member or column is the text; "" takes the first usual name there is.
        key_field: the same for the name of the image.

    Raises:
        UnreadableFile: it is no such file.
        Invalid: rows are wrong; each is named as `rows[12].text`.
        Conflict: the project has a file of texts called so.
    """
    names = Names(project)

    def find(key: str, field: str) -> int | None:
        named = names.find(key, field)
        return None if named is None else named.image_id

    texts = texts_in(rows_of(path), find, text_field=text_field, key_field=key_field)
    try:
        with transaction.atomic():
            file = TextFile.objects.create(
                project=project,
                name=name,
                sha256=digest_of(path),
                created_by=actor or project.created_by,
            )
            rows = (
                FileText(file=file, position=position, **each._asdict())
                for position, each in enumerate(texts, start=1)
            )
            FileText.objects.bulk_create(rows, batch_size=2000)
            audit(project=project, actor=actor, verb="texts.added", target=name, texts=len(texts))
    except IntegrityError:
        raise name_taken(Message("text_file_name_taken")) from None
    return file


def name_taken(message: Message) -> errors.Conflict:
    """Say that something else has this name."""
    wrong = errors.FieldError.about("name", message, code="name_taken")
    return errors.Conflict(message, code="name_taken", fields=[wrong])


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def delete_text_file(*, file: TextFile, actor: User | None) -> None:
    """Delete a file of texts.

    Raises:
        Conflict: a study or a report is about its texts.
    """
    with transaction.atomic():
        # Studies lock the project before they name a file.
        Project.objects.select_for_update(no_key=True).get(pk=file.project_id)
        users = users_of(file)
        if users:
            raise errors.Conflict(Message("texts_in_use", users=list(users)), code="in_use")
        audit(project=file.project, actor=actor, verb="texts.deleted", target=file.name)
        file.delete()
