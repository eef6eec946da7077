"""The overview of a project: all that its first page shows."""

from collections.abc import Sequence
from typing import Any

from annotate.dashboards.selectors.daily_stats import answers_by_stage, by_day, folded, mean, sums
from annotate.dashboards.selectors.ends import end_of
from annotate.dashboards.selectors.histograms import all_bars_of, spread
from annotate.dashboards.selectors.jobs import project_jobs, worker_state
from annotate.dashboards.selectors.progress import places_of, progress
from annotate.dashboards.selectors.staffing import waiting_for_new_people
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.workflow.models import DailyStats
from annotate.workflow.services.counters.daily_stats import OBJECT_COUNTS

SHOWN_JOBS = 10
SHOWN_DAYS = 60
SHOWN_PEOPLE = 20
Row = dict[str, Any]


def overview(project: Project) -> dict[str, Any]:
    """Return all that the project's overview page shows; the daily figures are read twice."""
    figures = DailyStats.objects.filter(project=project)
    rows = sums(figures, "stage_key", "index", "annotator")
    by_round, people = folded(rows, "stage_key", "index"), folded(rows, "annotator")
    days = by_day(figures)
    places = places_of(project)
    rounds = _rounds(project, by_round)
    return {
        "progress": progress(project, places, answers_by_stage(by_round)),
        "forecast": end_of(project, places, days),
        "time_per_task": _time_per_task(project, rounds),
        "rounds": rounds,
        "objects": objects_of(by_round),
        "annotators": people_shown(people),
        "annotators_count": len(people),
        "days": days[-SHOWN_DAYS:],
        "blocked": waiting_for_new_people(project),
        "jobs": [job.model_dump() for job in project_jobs(project)[:SHOWN_JOBS]],
        "worker": worker_state(project),
    }


def _rounds(project: Project, by_round: Sequence[Row]) -> list[dict[str, Any]]:
    """Return one row per round: what IIW Fig. 2 plots, as means."""
    order = {stage.key: place for place, stage in enumerate(project.recipe.stages)}
    rows = [_round_row(project, row) for row in by_round]
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


def objects_of(rows: Sequence[Row]) -> dict[str, int]:
    """Return what became of seeded objects."""
    return {name: sum(row[name] for row in rows) for name in OBJECT_COUNTS}


def people_shown(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return what those did who have submitted most."""
    most = sorted(rows, key=lambda row: (-row["submissions"], row["annotator"]))[:SHOWN_PEOPLE]
    people = User.objects.in_bulk([row["annotator"] for row in most])
    return [
        {
            "user": PersonSerializer(people[row["annotator"]]).data,
            "submissions": row["submissions"],
            "active_seconds_mean": mean(row["active_seconds"], row["submissions"]),
            "edit_share_mean": mean(row["edit_share_sum"], row["edit_count"]),
            "skips": row["skips"],
            "last_at": row["last"],
        }
        for row in most
    ]


def _time_per_task(project: Project, rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return how long a task takes in each round, as a distribution over all of the time."""
    bars = {
        stage.key: all_bars_of(project, stage.key, "seconds") for stage in project.recipe.stages
    }
    return [
        {
            **{name: row[name] for name in ("stage", "title", "index")},
            "seconds": spread(
                "seconds",
                bars[row["stage"]].get(("seconds", row["index"]), {}),
                row["active_seconds_mean"],
            ),
        }
        for row in rounds
    ]
