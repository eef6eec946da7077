"""Read-only views across everything, from sums that were written where they happened."""

from collections import Counter
from typing import Any

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.lookups import Exact

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import Assignment, DailyFigure, Purpose, Sample, Task
from annotate.workflow.selectors.queue import other_bars
from annotate.workflow.services.figures import OBJECT_COUNTS, SUMS

SHOWN_JOBS = 10
SHOWN_DAYS = 60
COUNTED_STUCK = 1000


def overview(project: Project) -> dict[str, Any]:
    """Return all that the project's overview page shows."""
    figures = DailyFigure.objects.filter(project=project)
    return {
        "progress": _progress(project),
        "rounds": _rounds(project, figures),
        "objects": _objects(figures),
        "annotators": _annotators(figures),
        "days": _days(figures),
        "blocked": _waiting_for_new_people(project),
        "jobs": project_jobs(project)[:SHOWN_JOBS],
        "worker": worker_state(project),
    }


def _progress(project: Project) -> dict[str, Any]:
    samples = _count_by(Sample.objects.filter(project=project), "state")
    tasks = Counter(
        {
            (row["stage_key"], row["state"]): row["number"]
            for row in Task.objects.filter(project=project, purpose=Purpose.WORK)
            .values("stage_key", "state")
            .annotate(number=Count("id"))
            .order_by()
        }
    )
    return {
        "samples": sum(samples.values()),
        **{state: samples.get(state, 0) for state in Sample.State.values},
        "by_stage": [
            {
                "key": stage.key,
                "title": stage.title,
                **{
                    state: tasks[stage.key, state]
                    for state in (Task.State.OPEN, Task.State.HELD, Task.State.DONE)
                },
            }
            for stage in project.recipe.stages
        ],
    }


def _count_by(rows: QuerySet[Any], column: str) -> dict[str, int]:
    return dict(rows.values_list(column).annotate(number=Count("id")).order_by())


def _sums(rows: QuerySet[DailyFigure], *by: str) -> list[dict[str, Any]]:
    sums = {name: Sum(name) for name in SUMS}
    return list(rows.values(*by).annotate(**sums, last=Max("last_at")).order_by(*by))


def _mean(total: float, count: int) -> float | None:
    """Return the mean, or None where there is nothing to take it over."""
    return total / count if count else None


def _rounds(project: Project, figures: QuerySet[DailyFigure]) -> list[dict[str, Any]]:
    """Return one row per round: what IIW Fig. 2 plots, as means."""
    order = {stage.key: place for place, stage in enumerate(project.recipe.stages)}
    rows = [_round_row(project, row) for row in _sums(figures, "stage_key", "index")]
    shown = [row for row in rows if row["stage"] in order and row["submissions"]]
    return sorted(shown, key=lambda row: (order[row["stage"]], row["index"]))


def _round_row(project: Project, row: dict[str, Any]) -> dict[str, Any]:
    titles = {stage.key: stage.title for stage in project.recipe.stages}
    return {
        "stage": row["stage_key"],
        "title": titles.get(row["stage_key"], row["stage_key"]),
        "index": row["index"],
        "submissions": row["submissions"],
        "tokens_mean": _mean(row["tokens"], row["submissions"]),
        "active_seconds_mean": _mean(row["active_seconds"], row["submissions"]),
        "jaccard_mean": _mean(row["jaccard_sum"], row["jaccard_count"]),
        "edit_distance_mean": _mean(row["edit_distance"], row["edit_count"]),
        "from_scratch": row["from_scratch"],
        "stopped_early": row["stopped_early"],
    }


def _objects(figures: QuerySet[DailyFigure]) -> dict[str, int]:
    return figures.aggregate(**{name: Sum(name, default=0) for name in OBJECT_COUNTS})


def _annotators(figures: QuerySet[DailyFigure]) -> list[dict[str, Any]]:
    rows = _sums(figures, "annotator")
    people = User.objects.in_bulk([row["annotator"] for row in rows])
    return [
        {
            "user": PersonSerializer(people[row["annotator"]]).data,
            "submissions": row["submissions"],
            "active_seconds_mean": _mean(row["active_seconds"], row["submissions"]),
            "edit_share_mean": _mean(row["edit_share_sum"], row["edit_count"]),
            "skips": row["skips"],
            "last_at": row["last"],
        }
        for row in rows
    ]


def _days(figures: QuerySet[DailyFigure]) -> list[dict[str, Any]]:
    rows = figures.values("day").annotate(submissions=Sum("submissions")).order_by("-day")
    return [dict(row) for row in reversed(list(rows[:SHOWN_DAYS]))]


def _waiting_for_new_people(project: Project) -> dict[str, int]:
    """Count open tasks that no annotator may take: each of them has worked on the sample.

    Leads and reviewers may annotate, but nobody can count on it. Counting stops at a thousand:
    enough to warn.
    """
    members = Membership.objects.filter(
        project=project, is_blocked=False, user__is_blocked=False, role=Role.ANNOTATOR
    ).values("user")
    number = members.count()
    worked = Assignment.objects.filter(
        _bars(project),
        sample_id=OuterRef("sample_id"),
        state__in=Assignment.WORKED,
        annotator__in=members,
    ).order_by()
    people = worked.values("sample_id").annotate(number=Count("annotator", distinct=True))
    stuck = (
        Task.objects.filter(project=project, state=Task.State.OPEN)
        .annotate(people=Subquery(people.values("number")))
        .filter(people__gte=number)
    )
    return {
        "samples_waiting_for_new_people": stuck[:COUNTED_STUCK].count() if number else 0,
        "annotators": number,
    }


def _bars(project: Project) -> Q:
    """Return the work on a sample that keeps its author from a task there, as claims see it."""
    bars = Q(exclusion_group=OuterRef("exclusion_group"))
    for stage in project.recipe.stages:
        more = other_bars(project.recipe, stage)
        if more is not None:
            bars |= Q(more, Exact(OuterRef("stage_key"), Value(stage.key)))
    return bars


def project_jobs(project: Project) -> list[dict[str, Any]]:
    """Return the project's latest jobs, newest first; parts of a job are not listed."""
    alive = jobs.workers().alive > 0
    rows = Job.objects.filter(scope=project.scope, parent=None).order_by("-pk")[:50]
    return [jobs.as_dict(job, worker_alive=alive) for job in rows]


def project_job(project: Project, job_id: int) -> Job | None:
    """Return one job of this project, or None; a part is reached through its whole alone."""
    return Job.objects.filter(scope=project.scope, parent=None, pk=job_id).first()


def worker_state(project: Project) -> dict[str, Any]:
    """Return whether a worker lives and whether a job of this project waits for one."""
    seen = jobs.workers()
    waiting = Job.objects.filter(scope=project.scope, state__in=Job.UNFINISHED).exists()
    return {"alive": seen.alive > 0, "needed": waiting, "last_seen": seen.last_seen}
