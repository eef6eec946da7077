"""Files of texts that came with images, through the door of imports (`exchange.hooks`)."""

import hashlib
import json
from collections.abc import Iterable
from itertools import islice

from django.db import IntegrityError, transaction

from annotate.evaluation.models import FileText, TextFile
from annotate.evaluation.services.text_files import name_taken
from annotate.evaluation.text_rows import Text
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

_TAKEN = Message("text_file_name_taken")
_AT_ONCE = 2000


def refuse_taken(project: Project, name: str, field: str) -> None:
    """Raises Conflict where a file of texts of the project is called so."""
    if TextFile.objects.filter(project=project, name=name).exists():
        raise name_taken(_TAKEN, field=field)


def keep(
    project: Project, actor: User | None, name: str, texts: Iterable[tuple[str, int | None, str]]
) -> None:
    """Make a file of these texts, as an uploaded one.

    Raises:
        Conflict: a file has been called so since the import began.
    """
    try:
        with transaction.atomic():
            file = TextFile.objects.create(
                project=project, name=name, created_by=actor or project.created_by
            )
            digest, number, left = hashlib.sha256(), 0, iter(texts)
            while rows := [Text(*each) for each in islice(left, _AT_ONCE)]:
                FileText.objects.bulk_create(
                    FileText(file=file, position=number + place, **row._asdict())
                    for place, row in enumerate(rows, start=1)
                )
                number += len(rows)
                for row in rows:
                    digest.update(json.dumps([row.key, row.text]).encode() + b"\n")
            file.sha256 = digest.hexdigest()
            file.save(update_fields=["sha256"])
            audit(project=project, actor=actor, verb="texts.added", target=name, texts=number)
    except IntegrityError:
        raise name_taken(_TAKEN) from None
