"""The checks of what people have just submitted or skipped, which nobody has to ask for.

They cost the same however much somebody has done before: what a check needs of earlier answers is
read from prints, counters and the latest answers.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from annotate.analysis.quality.captions import is_canned
from annotate.core import jobs, rows
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.quality.models import Flag, PendingCheck
from annotate.quality.selectors import works
from annotate.quality.selectors.works import Row, Scope
from annotate.quality.services import checking, copies, people
from annotate.quality.services.checking import Asked, asked_for
from annotate.quality.services.recording import Recorded
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Assignment, DailyStats, Purpose

NEW = "quality.check_new"
PENDING_AT_ONCE = 200


def note_submitted(assignment_ids: Sequence[int]) -> None:
    """Remember what was submitted or skipped, to be checked; called in that transaction."""
    work = _submitted(assignment_ids)
    rows.insert(
        [
            PendingCheck(project_id=project, stage_key=stage, sample_id=sample, annotator_id=who)
            for project, stage, sample, who, *_ in work
        ]
    )
    soon: dict[tuple[int, str], bool] = {}
    for project, stage, _, _, values, number in work:
        is_new = number < (values or {}).get("new_below", QualitySettings().new_below)
        soon[project, stage] = soon.get((project, stage), False) or is_new
    for (project, stage), is_soon in soon.items():
        _start_after_commit(project, stage, is_soon=is_soon)


def _submitted(assignment_ids: Sequence[int]) -> list[Any]:
    """Of each that is to be checked: project, stage, sample, person, settings, and how much that
    person has submitted in the stage.
    """
    same = DailyStats.objects.filter(
        project=OuterRef("project"),
        stage_key=OuterRef("task__stage_key"),
        annotator=OuterRef("annotator"),
    )
    number = same.order_by().values("annotator").values(number=Sum("submissions"))
    return list(
        Assignment.objects.filter(pk__in=assignment_ids, task__purpose=Purpose.WORK)
        .exclude(project__quality_settings__values__on_submission=False)
        .values_list(
            "project_id",
            "task__stage_key",
            "sample_id",
            "annotator_id",
            "project__quality_settings__values",
            Coalesce(Subquery(number), 0),
        )
    )


def _start_after_commit(project_id: int, stage_key: str, *, is_soon: bool) -> None:
    """Start the job that checks what is pending, unless one is still to begin.

    It begins after half a minute, so that one job checks all that came in meanwhile; for somebody
    new at once. One that has begun may have read the pending rows before ours was there; one that
    is queued will read them after it.
    """
    scope = Project(pk=project_id).scope
    payload = {"project_id": project_id, "stage": stage_key, "soon": is_soon}

    def start() -> None:
        queued = Job.objects.filter(
            scope=scope, name=NEW, state=Job.State.QUEUED, payload__stage=stage_key
        )
        if is_soon:
            queued = queued.filter(payload__soon=True)
        if not queued.exists():
            job_services.start(name=NEW, scope=scope, payload=payload, at_once=is_soon)

    transaction.on_commit(start)


@jobs.handler(NEW)
def check_new(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Check what was submitted since the last time; a killed run leaves its rows for the next."""
    project = Project.objects.get(pk=payload["project_id"])
    # Or the list of a project's jobs would soon consist of nothing else.
    ended = Job.objects.filter(scope=project.scope, name=NEW, payload__stage=payload["stage"])
    ended.filter(state=Job.State.SUCCEEDED).delete()
    pending = PendingCheck.objects.filter(project=project, stage_key=payload["stage"])
    if payload["stage"] not in project.recipe.stage_keys:
        pending.delete()
        return {}
    asked = asked_for(project, project.recipe.stage(payload["stage"]), None)
    counts, done = Recorded(), 0
    while some := list(pending.order_by("pk")[:PENDING_AT_ONCE]):
        counts.add(_check_pending(asked, some))
        # Only these rows: somebody may have submitted to the same samples in the meantime.
        PendingCheck.objects.filter(pk__in=[row.pk for row in some]).delete()
        done += len(some)
        progress.report(done, done + pending.count())
    return counts.as_dict()


def _check_pending(asked: Asked, pending: Sequence[PendingCheck]) -> Recorded:
    places = {(row.sample_id, row.annotator_id) for row in pending}
    scope = Scope(sample_ids=frozenset(sample for sample, _ in places))
    annotators = frozenset(who for _, who in places)
    beside = list(works.rows_of(asked.project, asked.stage, scope))
    new = [row for row in beside if (row.sample, row.annotator) in places]
    counts = checking.check_rows(asked, scope, beside)
    for annotator in sorted(_often_canned(asked, new)):
        counts.add(checking.check_person(asked, annotator))
    counts.add(copies.check_new_texts(asked, new))
    newcomers = _new_people(asked, annotators)
    if newcomers:  # comparing with the pool reads the whole stage; who is not new can wait
        counts.add(people.check_people(asked, newcomers))
    counts.add(people.check_gold(asked, annotators - newcomers))
    return counts


def _often_canned(asked: Asked, new: Sequence[Row]) -> frozenset[int]:
    """Whose share of canned answers may have grown beyond the limit, or fallen below it."""
    if not asked.wants({checking.OFTEN}) or not asked.stage.settings.get("canned_text"):
        return frozenset()
    gave = {row.annotator for row in new if is_canned(row.work, asked.settings)}
    flagged = Flag.objects.filter(
        project=asked.project,
        stage_key=asked.stage.key,
        code=checking.OFTEN,
        state=Flag.State.OPEN,
        annotator__in={row.annotator for row in new},
    )
    return frozenset(gave.union(flagged.order_by().values_list("annotator", flat=True).distinct()))


def _new_people(asked: Asked, annotators: frozenset[int]) -> frozenset[int]:
    sums = (
        DailyStats.objects.filter(
            project=asked.project, stage_key=asked.stage.key, annotator__in=annotators
        )
        .order_by()
        .values_list("annotator_id")
        .annotate(number=Sum("submissions"))
    )
    return frozenset(pk for pk, number in sums if number < asked.settings.new_below)
