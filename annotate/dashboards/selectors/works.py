"""What people did, summed by person and round: the ground of all that compares people."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, FloatField, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import NullIf

from annotate.analysis.early_warning import Against, Work, against_pool
from annotate.analysis.undefined import defined
from annotate.dashboards.schemas.histograms import ComparedFigure, ComparedFigures
from annotate.dashboards.selectors.filters import Days
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import DailyStats

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that people are compared by: the column of its sum, and of what it is a mean of."""

    name: str
    total: str
    count: str


# The share that was edited is undefined where neither text has a word, and so is the similarity:
# one count serves both. Edits themselves are counted there (0), by `edit_count`.
FIGURES = (
    Figure("seconds", "active_seconds", "submissions"),
    Figure("edit_share", "edit_share_sum", "jaccard_count"),
    Figure("jaccard", "jaccard_sum", "jaccard_count"),
    Figure("tokens", "tokens", "submissions"),
)
SECONDS, EDIT_SHARE = FIGURES[:2]
_PASSED_ON = {"looks", "given", "unread", "given_squared", "unread_squared", "given_by_unread"}
_UNCHANGED = {"begun", "unchanged"}
_SUMMED = sorted(
    {name for figure in FIGURES for name in (figure.total, figure.count)}
    | {"skips"}
    | _PASSED_ON
    | _UNCHANGED
)


def figures_of(
    project: Project, stage: StageSpec | None = None, days: Days | None = None
) -> QuerySet[DailyStats]:
    """The daily figures of a project, of one stage or of some days."""
    rows = DailyStats.objects.filter(project=project, **(days.where if days else {}))
    return rows if stage is None else rows.filter(stage_key=stage.key)


def works(figures: QuerySet[DailyStats], *by: str, vary: Collection[Figure] = ()) -> list[Row]:
    """The sums by person, stage and round (or as `by` says), with first day and last time.

    Args:
        vary: figures whose variation from day to day is wanted.
    """
    more: dict[str, Any] = {}
    for figure in vary:
        more[f"squares_{figure.name}"] = _squares(figure)
        more[f"days_{figure.name}"] = Count("id", filter=Q(**{f"{figure.count}__gt": 0}))
    rows = (
        figures.order_by()
        .values(*(by or ("annotator_id", "stage_key", "index")))
        .annotate(
            **{f"sum_{name}": Sum(name) for name in _SUMMED},
            **more,
            first=Min("day"),
            last=Max("last_at"),
        )
    )
    return [{name.removeprefix("sum_"): value for name, value in row.items()} for row in rows]


def _squares(figure: Figure) -> Sum:
    """The sum over days of (what the day's answers add up to)² / (their number)."""
    square = F(figure.total) * F(figure.total) / NullIf(F(figure.count), 0)
    return Sum(square, output_field=FloatField(), default=0.0)


def together(rows: Iterable[Row]) -> list[Row]:
    """The sums of all people by stage and round."""
    by_round: dict[tuple[str, int], Row] = {}
    for row in rows:
        key = (row["stage_key"], row["index"])
        sums = by_round.setdefault(key, {"stage_key": key[0], "index": key[1]})
        for name in _SUMMED:
            sums[name] = sums.get(name, 0) + row[name]
    return list(by_round.values())


def work_of(row: Row, figure: Figure, person: Any = None) -> Work[Any]:
    return Work(
        person=row["annotator_id"] if person is None else person,
        round=(row["stage_key"], row["index"]),
        answers=row[figure.count],
        # Sums of floats that belong together may be a hair below 0.
        total=max(0.0, row[figure.total]),
        days=row.get(f"days_{figure.name}", 1),
        squares=row.get(f"squares_{figure.name}", 0.0),
    )


def compared(rows: Iterable[Row]) -> Mapping[int, ComparedFigures]:
    """Each person's figures beside those of all others, by person."""
    known = list(rows)
    by_figure = {
        figure.name: against_pool([work_of(row, figure) for row in known]) for figure in FIGURES
    }
    return {
        person: _figures({name: against.get(person) for name, against in by_figure.items()})
        for person in {row["annotator_id"] for row in known}
    }


def compared_with_rest(mine: Iterable[Row], everybody: Iterable[Row]) -> ComparedFigures:
    """One person's figures beside the others', where only sums of all are known."""
    own = list(mine)
    rest = {(row["stage_key"], row["index"]): row for row in everybody}
    by_figure = {}
    for figure in FIGURES:
        rows = [work_of(row, figure, "own") for row in own]
        rows += [
            Work(
                person="rest",
                round=key,
                answers=rest[key][figure.count] - row[figure.count],
                total=max(0.0, rest[key][figure.total] - row[figure.total]),
            )
            for row in own
            if (key := (row["stage_key"], row["index"])) in rest
        ]
        by_figure[figure.name] = against_pool(rows).get("own")
    return _figures(by_figure)


def _figures(by_name: Mapping[str, Against | None]) -> ComparedFigures:
    return ComparedFigures(**{name: _figure(against) for name, against in by_name.items()})


def _figure(against: Against | None) -> ComparedFigure:
    if against is None:
        return ComparedFigure()
    return ComparedFigure(
        mean=defined(against.mean), n=against.n, pool_mean=defined(against.pool_mean)
    )
