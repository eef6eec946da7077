"""The annotators, all and one: what each did beside what the others would have done."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, DateField, Q, QuerySet
from django.db.models.functions import Trunc

from annotate.core import errors
from annotate.core.schemas import Page
from annotate.dashboards.schemas.annotators import (
    Annotator,
    AnnotatorDetail,
    AnnotatorsQuery,
    AnnotatorStage,
    AnnotatorSums,
    AnnotatorWeek,
    FlagCodeCounts,
    Warning,
)
from annotate.dashboards.schemas.histograms import ComparedFigures
from annotate.dashboards.selectors.evidence import answers_of, with_quality
from annotate.dashboards.selectors.filters import days_chosen, stage_wanted, stages_in_order
from annotate.dashboards.selectors.keys import Key, page_of_rows
from annotate.dashboards.selectors.passed_on import passed_on, unchanged
from annotate.dashboards.selectors.warnings import new_people, warnings_of
from annotate.dashboards.selectors.works import (
    EDIT_SHARE,
    SECONDS,
    Row,
    compared,
    compared_with_rest,
    figures_of,
    together,
    works,
)
from annotate.people.models import User
from annotate.people.schemas import Person
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.quality import wording
from annotate.quality.models import Flag
from annotate.workflow.models import DailyStats

VARY = (SECONDS, EDIT_SHARE)


def annotators_page(project: Project, query: AnnotatorsQuery) -> Page[Annotator]:
    """One page of the annotators, filtered and in the order that was asked for."""
    stage, days = stage_wanted(project, query.stage), days_chosen(query)
    everything = everything_done(project)
    narrowed = stage is not None or bool(days.where)
    chosen = works(figures_of(project, stage, days)) if narrowed else everything
    rows = _rows(project, stage, everything, chosen, with_idle=not narrowed)
    if query.warned:
        rows = [row for row in rows if row.warnings]
    column, largest_first = query.order.removeprefix("-"), query.order.startswith("-")
    whole = with_quality(project, rows, stage, answers_of(everything, stage))
    return page_of_rows(whole, query, key=_KEYS[column], largest_first=largest_first)


def annotators_everybody(project: Project) -> list[Annotator]:
    """The rows of all annotators, those with the most answers first."""
    everything = everything_done(project)
    rows = _rows(project, None, everything, everything, with_idle=True)
    rows.sort(key=lambda row: -row.submissions)
    return with_quality(project, rows, None, answers_of(everything, None))


def annotator_row(project: Project, user_id: int, everything: Sequence[Row]) -> Annotator:
    """The row of one person; who has no part in the project is not found.

    Args:
        everything: the sums of all people over the whole of the project's time.
    """
    for row in _rows(project, None, everything, everything, with_idle=True, only=user_id):
        return with_quality(project, [row], None, answers_of(everything, None))[0]
    raise errors.NotFound


def everything_done(project: Project) -> list[Row]:
    """The sums of all people over the whole of the time, with how their days vary."""
    return works(figures_of(project), vary=VARY)


def _rows(
    project: Project,
    stage: StageSpec | None,
    everything: Sequence[Row],
    chosen: Sequence[Row],
    *,
    with_idle: bool,
    only: int | None = None,
) -> list[AnnotatorSums]:
    """What the sums say of each person; what has to be looked up comes per page."""
    members = {member.user_id: member for member in Membership.objects.filter(project=project)}
    figures = compared(chosen)
    people = set(figures)
    if with_idle:
        people |= {pk for pk, who in members.items() if who.role == Role.ANNOTATOR or pk == only}
    if only is not None:
        people &= {only}
    new = new_people(everything)
    stages = [stage] if stage else list(project.recipe.stages)
    warned = warnings_of(project, stages, everything, new & people)
    users = User.objects.in_bulk(people)
    return [
        _row(
            users[pk],
            members.get(pk),
            [row for row in chosen if row["annotator_id"] == pk],
            is_new=pk in new or pk not in figures,
            figures=figures.get(pk) or ComparedFigures(),
            warnings=warned.get(pk, []),
        )
        for pk in sorted(people)
    ]


def _row(
    user: User,
    member: Membership | None,
    rows: Sequence[Row],
    *,
    is_new: bool,
    figures: ComparedFigures,
    warnings: list[Warning],
) -> AnnotatorSums:
    return AnnotatorSums(
        user=Person.of(user),
        role=None if member is None else Role(member.role),
        is_blocked=user.is_blocked or (member is not None and member.is_blocked),
        submissions=sum(row["submissions"] for row in rows),
        first_at=min((row["first"] for row in rows), default=None),
        last_at=max((row["last"] for row in rows), default=None),
        is_new=is_new,
        figures=figures,
        skips=sum(row["skips"] for row in rows),
        passed_on=passed_on(rows),
        unchanged=unchanged(rows),
        warnings=warnings,
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _weight(row: Annotator) -> tuple[float, int, int] | None:
    """The evidence; where there is none early warnings count, then how much somebody did."""
    if not row.evidence.answers:
        return None
    return row.evidence.score, len(row.warnings), row.evidence.answers


# What rows are ordered by; who has no such figure comes last.
_KEYS: Mapping[str, Key[Annotator]] = {
    "evidence": _weight,
    "name": lambda row: row.user.display_name.casefold(),
    "submissions": lambda row: row.submissions,
    "last_at": lambda row: row.last_at,
    "seconds": lambda row: row.figures.seconds.mean,
    "edit_share": lambda row: row.figures.edit_share.mean,
    "jaccard": lambda row: row.figures.jaccard.mean,
    "tokens": lambda row: row.figures.tokens.mean,
    "skips": lambda row: row.skips,
    "passed_on": lambda row: (
        _share(row.passed_on.number, row.passed_on.of) if row.passed_on else None
    ),
    "unchanged": lambda row: (
        _share(row.unchanged.number, row.unchanged.of) if row.unchanged else None
    ),
    "flags": lambda row: row.flags.open,
    "gold": lambda row: _share(row.gold.right, row.gold.n) if row.gold else None,
    "reviews": lambda row: _share(
        row.reviews.approved, row.reviews.approved + row.reviews.rejected
    ),
}


def annotator_detail(project: Project, user_id: int) -> AnnotatorDetail:
    """What the page about one annotator shows; who has no part in the project is not found."""
    everything = everything_done(project)
    return AnnotatorDetail(
        **dict(annotator_row(project, user_id, everything)),
        weeks=_weeks(figures_of(project), user_id),
        by_stage=_by_stage(project, everything, user_id),
        flags_by_code=_flags_by_code(project, user_id),
    )


def _weeks(figures: QuerySet[DailyStats], user_id: int) -> list[AnnotatorWeek]:
    """The figures week by week, each beside what the others did in the same week."""
    by_week = figures.annotate(start=Trunc("day", "week", output_field=DateField()))
    columns = ("start", "stage_key", "index")
    mine = _by_start(works(by_week.filter(annotator=user_id), *columns))
    everybody = _by_start(works(by_week, *columns))
    return [
        AnnotatorWeek(
            start=start,
            n=sum(row["submissions"] for row in rows),
            figures=compared_with_rest(rows, everybody[start]),
        )
        for start, rows in sorted(mine.items())
    ]


def _by_start(rows: list[Row]) -> dict[Any, list[Row]]:
    by_start: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        by_start[row["start"]].append(row)
    return by_start


def _by_stage(project: Project, everything: Sequence[Row], user_id: int) -> list[AnnotatorStage]:
    order, stages = stages_in_order(project)
    everybody = together(everything)
    rows = [
        row
        for row in everything
        if row["annotator_id"] == user_id and row["submissions"] and row["stage_key"] in order
    ]
    return [
        AnnotatorStage(
            stage=row["stage_key"],
            title=stages[row["stage_key"]].title,
            title_code=stages[row["stage_key"]].title_code,
            index=row["index"],
            submissions=row["submissions"],
            figures=compared_with_rest([row], everybody),
            passed_on=passed_on([row]),
            unchanged=unchanged([row]),
        )
        for row in sorted(rows, key=lambda row: (order[row["stage_key"]], row["index"]))
    ]


def _flags_by_code(project: Project, user_id: int) -> list[FlagCodeCounts]:
    rows = (
        Flag.objects.filter(project=project, annotator=user_id)
        .exclude(state=Flag.State.WITHDRAWN)
        .values_list("code")
        .annotate(open=Count("id", filter=Q(state=Flag.State.OPEN)), total=Count("id"))
        .order_by("-total", "code")
    )
    return [
        FlagCodeCounts(code=code, title=wording.about(code).title, open=open_, total=total)
        for code, open_, total in rows
    ]
