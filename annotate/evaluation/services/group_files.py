"""Bring in groups that people entered elsewhere, whole or not at all."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction

from annotate.analysis.caption_files import KEY_FIELDS
from annotate.analysis.text import clean_line
from annotate.core import clock, errors
from annotate.evaluation.group_models import CANNOT_TELL, GroupAnswer, GroupScheme
from annotate.evaluation.selectors.group_questions import State
from annotate.evaluation.services.group_schemes import RESERVED
from annotate.evaluation.tables import UnreadableFile, rows_of
from annotate.evaluation.text_rows import bounded, first_of, key_of, read_all
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.selectors.names import Names

MAX_ROWS = 250_000
MAX_SOURCE = 200
_SOURCES = ("by", "source")
# Files that name nobody were made by one hand.
_UNNAMED = "file"


class _Row(NamedTuple):
    sample_id: int
    source: str
    value: str


def import_groups(*, project: Project, actor: User | None, path: Path) -> int:
    """Bring in a table of images with their groups; returns how many answers it has.

    A row has the image, its `group` (one of the scheme's values, or "cannot tell") and may say in
    `by` whose answer it is. What the same source said of an image before is replaced.

    Raises:
        Conflict: the project has not said yet what its groups are.
        UnreadableFile: it is no table.
        Invalid: rows are wrong; each is named as `rows[12].group`. Nothing is kept then.
    """
    scheme = GroupScheme.objects.filter(project=project).first()
    if scheme is None:
        raise errors.Conflict(Message("groups_without_scheme"))
    rows = _rows_in(path, project, scheme)
    with transaction.atomic():
        locked = GroupScheme.objects.select_for_update(no_key=True).get(pk=scheme.pk)
        if locked.values != scheme.values:
            raise errors.Conflict(Message("groups_have_answers"))
        _replace(locked, rows)
        audit(project=project, actor=actor, verb="groups.imported", target=locked.name)
    return len(rows)


def _rows_in(path: Path, project: Project, scheme: GroupScheme) -> list[_Row]:
    names, first = Names(project), dict[tuple[int, str], int]()
    values = {value.casefold(): value for value in scheme.values}
    values |= dict.fromkeys(RESERVED, CANNOT_TELL)

    def read(number: int, row: Mapping[str, Any]) -> _Row:
        field, raw = first_of(row, KEY_FIELDS)
        sample_id = names.sample_of(key_of(field, raw), field)
        said = clean_line(str(row.get("group") or ""))
        if said.casefold() not in values:
            known = [*scheme.values, "cannot tell"]
            raise errors.Invalid.field("group", Message("groups_unknown_value", values=known))
        _, by = first_of(row, _SOURCES)
        source = clean_line(str(by or "")) or _UNNAMED
        if len(source) > MAX_SOURCE:
            raise errors.Invalid.field("by", Message("kept_at_most", limit=MAX_SOURCE))
        before = first.setdefault((sample_id, source), number)
        if before != number:
            raise errors.Invalid.field(field, Message("groups_said_twice", row=before))
        return _Row(sample_id, source, values[said.casefold()])

    rows = read_all(bounded(rows_of(path), MAX_ROWS, "file_of_many_rows"), read)
    if not rows:
        raise UnreadableFile(Message("file_without_rows"))
    return rows


def _replace(scheme: GroupScheme, rows: list[_Row]) -> None:
    at = clock.now()
    new = {(row.sample_id, row.source) for row in rows}
    known = scheme.answers.filter(person=None).values_list("pk", "sample", "source")
    old = [pk for pk, sample, source in known.iterator() if (sample, source) in new]
    for start in range(0, len(old), 1000):
        scheme.answers.filter(pk__in=old[start : start + 1000]).delete()
    answers = (
        GroupAnswer(
            scheme=scheme, state=State.ANSWERED, asked_at=at, answered_at=at, **row._asdict()
        )
        for row in rows
    )
    GroupAnswer.objects.bulk_create(answers, batch_size=2000)
