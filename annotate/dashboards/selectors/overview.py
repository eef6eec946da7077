"""The overview of a project: all that its first page shows."""

from typing import Any

from django.db.models import QuerySet, Sum

from annotate.dashboards.selectors.ends import end_of
from annotate.dashboards.selectors.filters import Days
from annotate.dashboards.selectors.jobs import project_jobs, worker_state
from annotate.dashboards.selectors.progress import places_of, progress
from annotate.dashboards.selectors.spreads import bars_of, spread, total
from annotate.dashboards.selectors.staffing import waiting_for_new_people
from annotate.dashboards.selectors.sums import mean, sums
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.workflow.models import DailyFigure
from annotate.workflow.services.figures import OBJECT_COUNTS

SHOWN_JOBS = 10
SHOWN_DAYS = 60
SHOWN_PEOPLE = 20


def overview(project: Project) -> dict[str, Any]:
    """Return all that the project's overview page shows."""
    figures = DailyFigure.objects.filter(project=project)
    places = places_of(project)
    rounds = _rounds(project, figures)
    return {
        "progress": progress(project, places),
        "forecast": end_of(project, places),
        "time_per_task": _time_per_task(project, rounds),
        "rounds": rounds,
        "objects": _objects(figures),
        "annotators": people_shown(figures),
        "annotators_count": figures.order_by().values("annotator").distinct().count(),
        "days": _days(figures),
        "blocked": waiting_for_new_people(project),
        "jobs": project_jobs(project)[:SHOWN_JOBS],
        "worker": worker_state(project),
    }


def _rounds(project: Project, figures: QuerySet[DailyFigure]) -> list[dict[str, Any]]:
    """Return one row per round: what IIW Fig. 2 plots, as means."""
    order = {stage.key: place for place, stage in enumerate(project.recipe.stages)}
    rows = [_round_row(project, row) for row in sums(figures, "stage_key", "index")]
    shown = [row for row in rows if row["stage"] in order and row["submissions"]]
    return sorted(shown, key=lambda row: (order[row["stage"]], row["index"]))


def _round_row(project: Project, row: dict[str, Any]) -> dict[str, Any]:
    titles = {stage.key: stage.title for stage in project.recipe.stages}
    return {
        "stage": row["stage_key"],
        "title": titles.get(row["stage_key"], row["stage_key"]),
        "index": row["index"],
        "submissions": row["submissions"],
        "tokens_mean": mean(row["tokens"], row["submissions"]),
        "active_seconds_mean": mean(row["active_seconds"], row["submissions"]),
        "jaccard_mean": mean(row["jaccard_sum"], row["jaccard_count"]),
        "edit_distance_mean": mean(row["edit_distance"], row["edit_count"]),
        "from_scratch": row["from_scratch"],
        "stopped_early": row["stopped_early"],
    }


def _objects(figures: QuerySet[DailyFigure]) -> dict[str, int]:
    return figures.aggregate(**{name: Sum(name, default=0) for name in OBJECT_COUNTS})


def people_shown(figures: QuerySet[DailyFigure]) -> list[dict[str, Any]]:
    """Return what those did who have submitted most."""
    rows = sums(figures, "annotator")
    rows.sort(key=lambda row: (-row["submissions"], row["annotator"]))
    rows = rows[:SHOWN_PEOPLE]
    people = User.objects.in_bulk([row["annotator"] for row in rows])
    return [
        {
            "user": PersonSerializer(people[row["annotator"]]).data,
            "submissions": row["submissions"],
            "active_seconds_mean": mean(row["active_seconds"], row["submissions"]),
            "edit_share_mean": mean(row["edit_share_sum"], row["edit_count"]),
            "skips": row["skips"],
            "last_at": row["last"],
        }
        for row in rows
    ]


def _days(figures: QuerySet[DailyFigure]) -> list[dict[str, Any]]:
    rows = (
        figures.values("day")
        .annotate(submissions=Sum("submissions"), finished_samples=Sum("finished_samples"))
        .order_by("-day")
    )
    return [dict(row) for row in reversed(list(rows[:SHOWN_DAYS]))]


def _time_per_task(project: Project, rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return how long a task takes in each round, as a distribution over all of the time."""
    bars = {
        stage.key: bars_of(project, stage.key, Days(), "month", "seconds")
        for stage in project.recipe.stages
    }
    return [
        {
            **{name: row[name] for name in ("stage", "title", "index")},
            "seconds": spread(
                "seconds",
                total(bars[row["stage"]].get(("seconds", row["index"]), {})),
                row["active_seconds_mean"],
            ),
        }
        for row in rounds
    ]
