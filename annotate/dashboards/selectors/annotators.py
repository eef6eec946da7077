"""The list of annotators: what each did, beside what the others would have done."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import Count, Q

from annotate.core import errors
from annotate.core.schemas import Page
from annotate.dashboards.schemas.annotators import (
    Annotator,
    AnnotatorGold,
    AnnotatorsQuery,
    AnnotatorSums,
    FlagCounts,
    ReviewCounts,
    Warning,
)
from annotate.dashboards.schemas.histograms import ComparedFigures
from annotate.dashboards.selectors.filters import (
    days_chosen,
    stage_wanted,
)
from annotate.dashboards.selectors.keys import Key, page_of_rows
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
from annotate.people.schemas import Person
from annotate.projects.models import Membership, Project, Role
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag
from annotate.quality.selectors.gold import gold_records
from annotate.workflow.models import Assignment

VARY = (SECONDS, EDIT_SHARE)


def annotators_page(project: Project, query: AnnotatorsQuery) -> Page[Annotator]:
    """One page of the annotators, filtered and in the order that was asked for."""
    stage, days = stage_wanted(project, query.stage), days_chosen(query)
    everything = everything_done(project)
    narrowed = stage is not None or bool(days.where)
    shown = works(figures_of(project, stage, days)) if narrowed else everything
    rows = _rows(project, stage, everything, shown, with_idle=not narrowed)
    if query.warned:
        rows = [row for row in rows if row.warnings]
    column, largest_first = query.order.removeprefix("-"), query.order.startswith("-")
    page = page_of_rows(rows, query, key=_KEYS[column], largest_first=largest_first)
    return Page(
        next=page.next,
        previous=page.previous,
        results=with_quality(project, page.results, stage),
    )


def annotators_everybody(project: Project) -> list[Annotator]:
    """The rows of all annotators, those with the most answers first."""
    everything = everything_done(project)
    rows = _rows(project, None, everything, everything, with_idle=True)
    rows.sort(key=lambda row: -row.submissions)
    return with_quality(project, rows, None)


def annotator_row(project: Project, user_id: int, everything: Sequence[Row]) -> Annotator:
    """The row of one person; who has no part in the project is not found.

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
) -> list[AnnotatorSums]:
    """What the sums tell of each person; what has to be looked up comes per page."""
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
        _row(
            users[pk],
            members.get(pk),
            [row for row in shown if row["annotator_id"] == pk],
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
        warnings=warnings,
    )


# What rows are ordered by; who has no such figure comes last.
_KEYS: Mapping[str, Key] = {
    "name": lambda row: row.user.display_name.casefold(),
    "submissions": lambda row: row.submissions,
    "last_at": lambda row: row.last_at,
    "seconds": lambda row: row.figures.seconds.mean,
    "edit_share": lambda row: row.figures.edit_share.mean,
    "jaccard": lambda row: row.figures.jaccard.mean,
    "tokens": lambda row: row.figures.tokens.mean,
}


def with_quality(
    project: Project, rows: Sequence[AnnotatorSums], stage: StageSpec | None
) -> list[Annotator]:
    """Add flags, gold and reviews: looked up for the people of one page alone."""
    people = [row.user.id for row in rows]
    flags = _flags(project, people, stage)
    gold = gold_records(project, stage_key=stage.key if stage else None, people=people)
    reviews = _reviews(project, people)
    return [
        Annotator(
            **dict(row),
            flags=flags.get(pk, FlagCounts()),
            gold=AnnotatorGold(right=gold[pk].right, n=gold[pk].total) if pk in gold else None,
            reviews=ReviewCounts(**reviews.get(pk, {})),
        )
        for pk, row in zip(people, rows, strict=True)
    ]


def _flags(
    project: Project, people: Collection[int], stage: StageSpec | None
) -> dict[int, FlagCounts]:
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
    return {pk: FlagCounts(open=open_, total=total) for pk, open_, total in counted}


def _reviews(project: Project, people: Collection[int]) -> dict[int, dict[str, int]]:
    """Count verdicts on all of a person's work, from an index that holds nothing else."""
    verdicts = (Assignment.Verdict.APPROVED, Assignment.Verdict.REJECTED)
    rows = Assignment.objects.filter(project=project, annotator__in=people, verdict__in=verdicts)
    found: dict[int, dict[str, int]] = {}
    for pk, verdict, number in (
        # Of rows, not of ids: the index has no ids, and the rows themselves are not read.
        rows.order_by().values_list("annotator_id", "verdict").annotate(number=Count("*"))
    ):
        found.setdefault(pk, {})[verdict] = number
    return found
