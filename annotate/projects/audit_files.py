"""An audit trail as a file, written while it is sent."""

import json
from collections.abc import Iterator, Sequence
from itertools import chain

from django.db.models import QuerySet

from annotate.core.csv_files import rows_as_csv
from annotate.projects.models import AuditEvent
from annotate.projects.schemas import AuditEvent as Entry

_COLUMNS = ("id", "at", "project_id", "project", "actor", "actor_name", "act", "target", "details")
_AT_ONCE = 500


def written(rows: QuerySet[AuditEvent], kind: str) -> tuple[Iterator[str], str]:
    """The lines of a file with its media type.

    Args:
        kind: ``csv``, in which no cell is a formula, or ``jsonl``: an API entry in each line.
    """
    entries = rows.iterator(chunk_size=_AT_ONCE)
    if kind == "csv":
        return rows_as_csv(chain([_COLUMNS], map(_cells, entries))), "text/csv; charset=utf-8"
    lines = (f"{Entry.of(each).model_dump_json()}\n" for each in entries)
    return lines, "application/x-ndjson"


def _cells(event: AuditEvent) -> Sequence[object]:
    return (
        event.pk,
        event.at.isoformat(),
        event.project_id,
        event.project.name if event.project else None,
        event.actor.username if event.actor else None,
        event.actor.shown_name if event.actor else None,
        event.verb,
        event.target,
        json.dumps(event.data, ensure_ascii=False) if event.data else None,
    )
