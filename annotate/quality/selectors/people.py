"""The table of annotators: what each did, beside what the others do (mission A16, H2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count

from annotate.analysis.quality.people import Gold, gold_flags_of
from annotate.analysis.undefined import Undefined, defined
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag
from annotate.quality.selectors import known
from annotate.quality.selectors.queue import stage_json
from annotate.quality.selectors.settings import settings_of
from annotate.quality.selectors.standings import (
    Standing,
    is_new,
    reasons_for,
    standings_of,
    totals_by_person,
)
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Batch, BatchBlock


def annotators_table(project: Project, batch: int | None = None) -> list[dict[str, Any]]:
    """Return a row per person and stage: in the whole project, or in one batch."""
    settings = settings_of(project)
    found = {
        stage.key: standings_of(totals_by_person(project, stage, batch), settings)
        for stage in project.recipe.stages
    }
    pks = {pk for standings in found.values() for pk in standings}
    users = User.objects.in_bulk(pks)
    open_flags = _open_flags(project, batch)
    blocked = _blocked(project, users)
    return [
        {
            **_row(stage, users[pk], standing, records.get(pk, Gold(right=0, total=0)), settings),
            "stage": stage_json(project, stage.key),
            "flags_open": open_flags.get((pk, stage.key), 0),
            "blocked": {"scope": blocked[pk]} if pk in blocked else None,
        }
        for stage in project.recipe.stages
        for records in [known.gold_records(project, stage_key=stage.key, batch=batch)]
        for pk, standing in sorted(found[stage.key].items())
    ]


def _row(
    stage: StageSpec, user: User, standing: Standing, gold: Gold, settings: QualitySettings
) -> dict[str, Any]:
    totals = standing.totals
    judged = totals.approved + totals.rejected
    reasons = [
        *reasons_for(standing, settings),
        *(flag.explanation for flag in gold_flags_of({user.pk: gold}, settings)),
    ]
    return {
        "user": PersonSerializer(user).data,
        "submissions": totals.submissions,
        "approved": totals.approved,
        "rejected": totals.rejected,
        "approval_rate": totals.approved / judged if judged else None,
        "gold": gold_json(gold),
        "active_seconds": {
            "median": totals.median_seconds,
            "pool_median": number(standing.pool_median_seconds),
            "z": number(standing.time.z),
            "undefined": why_not(standing.time.z),
        },
        "edit_distance": {
            "mean": totals.edit_mean,
            "pool_mean": number(standing.edits.pool_mean),
            "z": number(standing.edits.z),
            "undefined": why_not(standing.edits.z),
        },
        "is_new": is_new(totals, settings),
        "warning": bool(reasons),
        "reasons": reasons,
    }


def gold_json(gold: Gold) -> dict[str, Any]:
    """Return how somebody did on known answers; no accuracy where there were none."""
    return {"right": gold.right, "total": gold.total, "accuracy": number(gold.accuracy)}


def number(value: float | Undefined) -> float | None:
    """Return a figure for JSON; None where it is undefined."""
    return defined(value)


def why_not(value: float | Undefined) -> str | None:
    """Return why a figure is undefined; None where it is not."""
    return value.reason if isinstance(value, Undefined) else None


def _open_flags(project: Project, batch: int | None) -> dict[tuple[int, str], int]:
    rows = Flag.objects.filter(project=project, state=Flag.State.OPEN)
    if batch is not None:
        rows = rows.filter(assignment__sample__batch=batch)
    counted = rows.order_by().values_list("annotator_id", "stage_key").annotate(n=Count("id"))
    return {(annotator, stage): n for annotator, stage, n in counted}


def _blocked(project: Project, users: Mapping[int, User]) -> dict[int, str]:
    """Return the widest scope from which each of these people is blocked at present."""
    from_batches = BatchBlock.objects.filter(
        batch__project=project, batch__state=Batch.State.OPEN, user__in=users
    )
    from_project = Membership.objects.filter(project=project, is_blocked=True, user__in=users)
    found = dict.fromkeys(from_batches.values_list("user_id", flat=True), "batch")
    found |= dict.fromkeys(from_project.values_list("user_id", flat=True), "project")
    found |= {pk: "platform" for pk, user in users.items() if user.is_blocked}
    return found


def sum_gold(records: Sequence[Gold]) -> Gold:
    """Return the records of several people as one."""
    return Gold(
        right=sum(record.right for record in records), total=sum(each.total for each in records)
    )
