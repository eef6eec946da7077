"""The checks of what people have just submitted or skipped, which nobody has to ask for.

They cost the same however much somebody has done before: what a check needs of earlier answers is
read from prints, counters and the latest answers.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property, partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, QuerySet, Subquery, Sum, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from annotate.analysis.quality.captions import is_canned
from annotate.analysis.quality.clocks import Clocks, Timed
from annotate.core import columns, jobs, rows
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.prepared import Parameter, PreparedRows, not_looked_up
from annotate.projects.models import Project
from annotate.quality.models import Flag, PendingCheck
from annotate.quality.selectors import works
from annotate.quality.selectors.standings import is_new
from annotate.quality.selectors.works import Row, Scope
from annotate.quality.services import checking, copies, figures, people
from annotate.quality.services.checking import Asked, asked_for
from annotate.quality.services.recording import Recorded
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Assignment, DailyStats, Purpose

NEW = "quality.check_new"
# What a check reads of each person and of the project costs the same for one answer as for many.
PENDING_AT_ONCE = 1_000
# What people who are new hand in is gathered for so long. Nobody finishes the next task much
# sooner, so a mistake is still known before it is made often; and where many begin together, or
# somebody clicks through, a few checks a minute see all of it instead of one check for each answer.
SOON = timedelta(seconds=5)
_NEW_BELOW = QualitySettings().new_below


def _queued(**payload: Any) -> QuerySet[Job]:
    """The job that is to check a stage, as long as it has not begun."""
    queued = Job.objects.filter(scope=Parameter("scope"), name=NEW, state=Job.State.QUEUED)
    # A text, or SQLite takes what it is compared with for JSON.
    of_stage = queued.annotate(stage=Cast(KT("payload__stage"), TextField()))
    return of_stage.filter(stage=Parameter("stage"), **payload)


def _number_of_submissions() -> QuerySet[DailyStats, Any]:
    """How much somebody has submitted in a stage, found among their own days.

    By the project it would be found among everybody's days of that stage.
    """
    days = DailyStats.objects.alias(within=not_looked_up("project_id")).filter(
        within=Parameter("project"),
        stage_key=Parameter("stage"),
        annotator=Parameter("annotator"),
    )
    return days.order_by().values("annotator").values(number=Sum("submissions"))


# Asked at every submission of anybody, so it is built and planned once.
_WAITING = PreparedRows(
    lambda: Project.objects.filter(pk=Parameter("project")).values_list(
        "quality_settings__values",
        Subquery(_number_of_submissions()),
        Exists(_queued()),
        Exists(_queued(payload__soon=True)),
    )
)


def note_submitted(project: Project, assignments: Sequence[Assignment]) -> None:
    """Remember what was submitted or skipped, to be checked; called in that transaction."""
    work = [each for each in assignments if each.task.purpose == Purpose.WORK]
    if not work:
        return
    rows.note(
        [
            columns.new(
                PendingCheck,
                project=project,
                stage_key=each.task.stage_key,
                sample_id=each.sample_id,
                annotator_id=each.annotator_id,
            )
            for each in work
        ]
    )
    for stage, annotator in {(each.task.stage_key, each.annotator_id) for each in work}:
        transaction.on_commit(partial(_start, project, stage, annotator))


def _start(project: Project, stage_key: str, annotator_id: int) -> None:
    """Start the job that checks what is pending, unless one is still to begin.

    It waits, so that one job checks all that comes in meanwhile: shortly for somebody new. One that
    has begun may have read the pending rows before ours was there; one that is queued will read
    them after it, which is why this is asked after the commit.
    """
    waiting: Any = _WAITING.first(
        project=project.pk, scope=project.scope, stage=stage_key, annotator=annotator_id
    )
    if waiting is None:  # the project is gone
        return
    values, number, is_queued, is_queued_soon = waiting
    settings = values or {}
    if not settings.get("on_submission", True):
        # Of this person: what others handed in before that was switched off is still checked.
        noted = PendingCheck.objects.filter(project=project, stage_key=stage_key)
        noted.filter(annotator=annotator_id).delete()
        return
    is_new = (number or 0) < settings.get("new_below", _NEW_BELOW)
    if is_queued_soon or (is_queued and not is_new):
        return
    payload = {"project_id": project.pk, "stage": stage_key, "soon": is_new}
    wait = SOON if is_new else job_services.REQUEUE_AFTER
    job_services.start(name=NEW, scope=project.scope, payload=payload, wait=wait)


def check_now(*, project: Project, stage_key: str) -> Job:
    """Have what was submitted to a stage checked without waiting for more of it."""
    payload = {"project_id": project.pk, "stage": stage_key, "soon": True}
    return job_services.start(name=NEW, scope=project.scope, payload=payload)


@jobs.handler(NEW)
def check_new(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Check what was submitted since the last time; a killed run leaves its rows for the next."""
    project = Project.objects.get(pk=payload["project_id"])
    # Or the list of a project's jobs would soon consist of nothing else.
    ended = Job.objects.filter(scope=project.scope, name=NEW, payload__stage=payload["stage"])
    job_services.forget(ended.filter(state=Job.State.SUCCEEDED))
    pending = PendingCheck.objects.filter(project=project, stage_key=payload["stage"])
    if payload["stage"] not in project.recipe.stage_keys:
        pending.delete()
        return {}
    asked = asked_for(project, project.recipe.stage(payload["stage"]), None)
    counts, done = Recorded(), 0
    is_more = True
    while is_more and (some := list(pending.order_by("pk")[:PENDING_AT_ONCE])):
        counts.add(_check_pending(asked, some))
        # Only these rows: somebody may have submitted to the same samples in the meantime.
        PendingCheck.objects.filter(pk__in=[row.pk for row in some]).delete()
        done += len(some)
        # What came in since has a job of its own.
        is_more = len(some) == PENDING_AT_ONCE
        progress.report(done, done + (pending.count() if is_more else 0))
    return counts.as_dict()


def _check_pending(asked: Asked, pending: Sequence[PendingCheck]) -> Recorded:
    places = {(row.sample_id, row.annotator_id) for row in pending}
    annotators = frozenset(who for _, who in places)
    samples = sorted({sample for sample, _ in places})
    latest = _Latest(asked)
    counts, new = Recorded(), list[Row]()
    for some in checking.pieces(samples, checking.SAMPLES_AT_ONCE):
        scope = Scope(sample_ids=frozenset(some))
        beside = list(works.rows_of(asked.project, asked.stage, scope))
        clocks = latest.clocks({row.annotator for row in beside})
        counts.add(checking.check_rows(asked, scope, beside, clocks))
        new += [row for row in beside if (row.sample, row.annotator) in places]
    totals = figures.renew(asked, latest.of(annotators))
    for annotator in figures.due_for_canned(asked, totals, _often_canned(asked, new)):
        counts.add(checking.check_person(asked, annotator))
        figures.note_canned(asked, annotator, totals[annotator])
    counts.add(copies.check_new_texts(asked, new))
    newcomers = {who: totals[who] for who in annotators if is_new(totals[who], asked.settings)}
    if newcomers:  # whoever is not new is compared when a lead asks
        counts.add(people.check_against_pool(asked, newcomers))
    counts.add(people.check_gold(asked, annotators.difference(newcomers)))
    return counts


class _Latest:
    """How long the latest answers of people and of the stage took, read once for each of them."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._known: dict[int, list[Timed]] = {}

    def of(self, annotators: set[int] | frozenset[int]) -> dict[int, list[Timed]]:
        asked, unknown = self._asked, annotators.difference(self._known)
        most = figures.latest_for(asked)
        self._known |= works.times_of(asked.project, asked.stage, unknown, most)
        return {who: self._known[who] for who in annotators}

    def clocks(self, annotators: set[int]) -> Clocks:
        return works.clocks_of(self.of(annotators), self._of_project)

    @cached_property
    def _of_project(self) -> list[Timed]:
        return works.times_of_project(self._asked.project, self._asked.stage)


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
