"""The list of annotators: what each did, beside what the others would have done."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from annotate.core import errors
from annotate.dashboards.selectors.filters import (
    days_chosen,
    order_chosen,
    stage_wanted,
)
from annotate.dashboards.selectors.keys import page_of_rows
from annotate.dashboards.selectors.warnings import new_people, warnings_of
from annotate.dashboards.selectors.works import (
    EDIT_SHARE,
    SECONDS,
    Row,
    compared,
    figures_of,
    works,
)
from annotate.people.models import User
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag
from annotate.quality.selectors.known import gold_records
from annotate.workflow.models import Assignment

VARY = (SECONDS, EDIT_SHARE)


def annotators_page(project: Project, params: Mapping[str, str]) -> dict[str, Any]:
    """Return one page of the annotators, filtered and in the order that was asked for."""
    stage, days = stage_wanted(project, params), days_chosen(params)
    column, largest_first = order_chosen(params)
    everything = works(figures_of(project), vary=VARY)
    narrowed = stage is not None or bool(days.where)
    shown = works(figures_of(project, stage, days)) if narrowed else everything
    rows = _rows(project, stage, everything, shown, with_idle=not narrowed)
    if params.get("warned", "") in ("1", "true"):
        rows = [row for row in rows if row["warnings"]]
    page = page_of_rows(rows, params, key=_keys(column), largest_first=largest_first)
    return {**page, "results": with_quality(project, page["results"], stage)}


def annotators_everybody(project: Project) -> list[dict[str, Any]]:
    """Return the rows of all annotators, those with the most answers first."""
    everything = works(figures_of(project), vary=VARY)
    rows = _rows(project, None, everything, everything, with_idle=True)
    rows.sort(key=lambda row: -row["submissions"])
    return with_quality(project, rows, None)


def annotator_row(project: Project, user_id: int, everything: Sequence[Row]) -> dict[str, Any]:
    """Return the row of one person, or raise NotFound for who has no part in the project.

    Args:
        everything: the sums of all people over the whole of the project's time.
    """
    for row in _rows(project, None, everything, everything, with_idle=True, only=user_id):
        return with_quality(project, [row], None)[0]
    raise errors.NotFound


def everything_done(project: Project) -> list[Row]:
    """Return the sums of all people over the whole of the time, with how their days vary."""
    return works(figures_of(project), vary=VARY)


def _rows(
    project: Project,
    stage: StageSpec | None,
    everything: Sequence[Row],
    shown: Sequence[Row],
    *,
    with_idle: bool,
    only: int | None = None,
) -> list[dict[str, Any]]:
    """Return what the sums tell of each person; what has to be looked up comes per page."""
    members = {each.user_id: each for each in Membership.objects.filter(project=project)}
    figures = compared(shown)
    people = set(figures)
    if with_idle:
        people |= {pk for pk, each in members.items() if each.role == Role.ANNOTATOR or pk == only}
    if only is not None:
        people &= {only}
    new = new_people(everything)
    stages = [stage] if stage else list(project.recipe.stages)
    warned = warnings_of(project, stages, everything, new & people)
    users = User.objects.in_bulk(people)
    return [
        {
            "user": PersonSerializer(users[pk]).data,
            "role": members[pk].role if pk in members else None,
            "is_blocked": users[pk].is_blocked or (pk in members and members[pk].is_blocked),
            **_done([row for row in shown if row["annotator_id"] == pk]),
            "is_new": pk in new or pk not in figures,
            "figures": figures.get(pk) or compared_with_nothing(),
            "warnings": warned.get(pk, []),
        }
        for pk in sorted(people)
    ]


def compared_with_nothing() -> dict[str, Any]:
    """Return the figures of somebody who did nothing."""
    nothing = {"mean": None, "n": 0, "pool_mean": None}
    return {name: dict(nothing) for name in ("seconds", "edit_share", "jaccard", "tokens")}


def _done(rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "submissions": sum(row["submissions"] for row in rows),
        "skips": sum(row["skips"] for row in rows),
        "first_at": min((row["first"] for row in rows), default=None),
        "last_at": max((row["last"] for row in rows), default=None),
    }


def _keys(column: str) -> Any:
    """Return what a row is ordered by; who has no such figure comes last."""

    def key(row: Mapping[str, Any]) -> Any:
        if column == "name":
            return row["user"]["display_name"].casefold()
        if column == "submissions":
            return row["submissions"]
        if column == "last_at":
            last: datetime | None = row["last_at"]
            return last.timestamp() if last else None
        return row["figures"][column]["mean"]

    return key


def with_quality(
    project: Project, rows: Sequence[dict[str, Any]], stage: StageSpec | None
) -> list[dict[str, Any]]:
    """Add flags, gold and reviews: looked up for the people of one page alone."""
    people = [row["user"]["id"] for row in rows]
    flags = _flags(project, people, stage)
    gold = gold_records(project, stage_key=stage.key if stage else None, people=people)
    reviews = _reviews(project, people)
    return [
        {
            **row,
            "flags": flags.get(pk, {"open": 0, "total": 0}),
            "gold": {"right": gold[pk].right, "n": gold[pk].total} if pk in gold else None,
            "reviews": reviews.get(pk, {"approved": 0, "rejected": 0}),
        }
        for pk, row in zip(people, rows, strict=True)
    ]


def _flags(
    project: Project, people: Collection[int], stage: StageSpec | None
) -> dict[int, dict[str, int]]:
    rows = Flag.objects.filter(project=project, annotator__in=people).exclude(
        state=Flag.State.WITHDRAWN
    )
    if stage is not None:
        rows = rows.filter(stage_key=stage.key)
    counted = (
        rows.order_by()
        .values_list("annotator_id")
        .annotate(open=Count("id", filter=Q(state=Flag.State.OPEN)), total=Count("id"))
    )
    return {pk: {"open": open_, "total": total} for pk, open_, total in counted}


def _reviews(project: Project, people: Collection[int]) -> dict[int, dict[str, int]]:
    """Count verdicts on all of a person's work, from an index that holds nothing else."""
    verdicts = (Assignment.Verdict.APPROVED, Assignment.Verdict.REJECTED)
    rows = Assignment.objects.filter(project=project, annotator__in=people, verdict__in=verdicts)
    found: dict[int, dict[str, int]] = {}
    for pk, verdict, number in (
        # Of rows, not of ids: the index has no ids, and the rows themselves are not read.
        rows.order_by().values_list("annotator_id", "verdict").annotate(number=Count("*"))
    ):
        found.setdefault(pk, {"approved": 0, "rejected": 0})[verdict] = number
    return found
