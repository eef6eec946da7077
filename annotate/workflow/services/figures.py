"""The sums that dashboards read, written in the transaction of the submission they count."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Max

from annotate.core.prepared import Planned
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, DailyFigure, Purpose

OBJECT_COUNTS = ("kept", "edited", "added", "removed", "merged")
_KEY = ("project_id", "stage_key", "index", "annotator_id", "day")
SUMS = (
    "submissions",
    "tokens",
    "active_seconds",
    "jaccard_sum",
    "jaccard_count",
    "edit_distance",
    "edit_share_sum",
    "edit_count",
    "from_scratch",
    "stopped_early",
    "finished_samples",
    "skips",
    *OBJECT_COUNTS,
)


def count_submission(annotation: Annotation, *, finished: bool) -> None:
    """Add one submission to its annotator's row of the day."""
    _add(
        project_id=annotation.project_id,
        stage_key=annotation.stage_key,
        index=annotation.index,
        annotator_id=annotation.author_id,
        at=annotation.created_at,
        sums=sums_of(annotation, finished=finished),
    )


def uncount_finished(annotation: Annotation) -> None:
    """Take back that this submission has finished its sample: there is work to do again."""
    _add(
        project_id=annotation.project_id,
        stage_key=annotation.stage_key,
        index=annotation.index,
        annotator_id=annotation.author_id,
        at=annotation.created_at,
        sums={**dict.fromkeys(SUMS, 0), "finished_samples": -1},
    )


def sums_of(annotation: Annotation, *, finished: bool) -> dict[str, float]:
    """Return what one submission adds to each sum."""
    own: Mapping[str, Any] = annotation.measures.get("self") or {}
    changes: Mapping[str, Any] = annotation.measures.get("from_base") or {}
    jaccard, edits = changes.get("jaccard_1"), changes.get("edit_distance")
    return {
        "submissions": 1,
        "tokens": own.get("tokens", 0),
        "active_seconds": annotation.active_seconds,
        "jaccard_sum": jaccard or 0.0,
        "jaccard_count": int(jaccard is not None),
        "edit_distance": edits or 0,
        "edit_share_sum": changes.get("edit_share") or 0.0,
        "edit_count": int(edits is not None),
        "from_scratch": int(annotation.from_scratch),
        "stopped_early": int(annotation.decision.get("reason") == "similar_enough"),
        "finished_samples": int(finished),
        "skips": 0,
        **{name: changes.get(name) or 0 for name in OBJECT_COUNTS},
    }


def count_skip(assignment: Assignment, *, at: datetime) -> None:
    """Add one skip to its annotator's row of the day."""
    _add(
        project_id=assignment.project_id,
        stage_key=assignment.task.stage_key,
        index=assignment.task.index,
        annotator_id=assignment.annotator_id,
        at=at,
        sums={**dict.fromkeys(SUMS, 0), "skips": 1},
    )


def _add(*, at: datetime, sums: Mapping[str, float], **key: Any) -> None:
    """Insert or add in one statement: a row of its own per annotator, so nobody waits for it."""
    values = [
        *(key[name] for name in _KEY if name != "day"),
        connection.ops.adapt_datefield_value(at.date()),
        *(sums[name] for name in SUMS),
        connection.ops.adapt_datetimefield_value(at),
    ]
    with connection.cursor() as cursor:
        _addition().execute(cursor, values)


@cache
def _addition() -> Planned:
    table = DailyFigure._meta.db_table
    columns = [*_KEY, *SUMS, "last_at"]
    quoted = ", ".join(f'"{name}"' for name in columns)
    added = ", ".join(f'"{name}" = {table}."{name}" + excluded."{name}"' for name in SUMS)
    conflict = ", ".join(f'"{name}"' for name in _KEY)
    # Only names of our own columns are put into the text; every value is a parameter.
    return Planned(
        f"INSERT INTO {table} ({quoted}) VALUES ({', '.join(['%s'] * len(columns))}) "  # noqa: S608
        f"ON CONFLICT ({conflict}) DO UPDATE SET {added}, "
        # The later one, whatever the order of counting; GREATEST has two names.
        f'"last_at" = CASE WHEN excluded."last_at" > {table}."last_at" '
        f'THEN excluded."last_at" ELSE {table}."last_at" END'
    )


def rebuild(project: Project) -> int:
    """Make the project's rows anew from its annotations and skips; return how many rows there are.

    Submissions to a project that is being rebuilt wait: it locks the rows it replaces.
    """
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        DailyFigure.objects.filter(project=project).delete()
        submitted = Assignment.objects.filter(
            project=project, state=Assignment.State.SUBMITTED, answer__purpose=Purpose.WORK
        ).select_related("answer")
        finishing = _finishing(project)
        for assignment in submitted.iterator(chunk_size=500):
            annotation = assignment.answer
            if annotation is None:
                continue  # the constraint on submitted rows makes this impossible
            count_submission(annotation, finished=annotation.pk in finishing)
        skipped = Assignment.objects.filter(
            project=project, state=Assignment.State.SKIPPED, task__purpose=Purpose.WORK
        )
        for assignment in skipped.select_related("task").iterator(chunk_size=500):
            count_skip(assignment, at=assignment.ended_at or assignment.started_at)
        return DailyFigure.objects.filter(project=project).count()


def _finishing(project: Project) -> set[int]:
    """Return the answers with which samples were finished: of several at one moment the last."""
    last = Annotation.objects.filter(
        project=project,
        purpose=Purpose.WORK,
        origin=Annotation.Origin.PERSON,
        created_at=F("sample__finished_at"),
    )
    newest = last.values("sample").annotate(newest=Max("pk")).order_by()
    return set(newest.values_list("newest", flat=True))
