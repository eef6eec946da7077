"""One annotator: the row of the list, week by week, stage by stage, flag by flag."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, DateField, Q, QuerySet
from django.db.models.functions import Trunc

from annotate.dashboards.schemas.annotators import (
    AnnotatorDetail,
    AnnotatorStage,
    AnnotatorWeek,
    FlagCodeCounts,
)
from annotate.dashboards.selectors.annotators import annotator_row, everything_done
from annotate.dashboards.selectors.works import (
    Row,
    compared_with_rest,
    figures_of,
    together,
    works,
)
from annotate.projects.models import Project
from annotate.quality import wording
from annotate.quality.models import Flag
from annotate.workflow.models import DailyStats


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
    found: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["start"]].append(row)
    return found


def _by_stage(project: Project, everything: Sequence[Row], user_id: int) -> list[AnnotatorStage]:
    order = {stage.key: place for place, stage in enumerate(project.recipe.stages)}
    stages = {stage.key: stage for stage in project.recipe.stages}
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
