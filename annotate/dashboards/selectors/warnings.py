"""Early warnings: new people whose time or edits lie far from the pool's (mission A16)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from annotate.analysis.early_warning import Range, ranges
from annotate.core.clock import now
from annotate.dashboards.selectors.works import EDIT_SHARE, SECONDS, Figure, Row, work_of
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors.settings import settings_of

NEW_ANSWERS = 50
NEW_DAYS = 7


class _Words(NamedTuple):
    code: str
    sentence: str
    write: Any


def new_people(rows: Iterable[Row], today: date | None = None) -> set[int]:
    """Return who has given fewer than 50 answers, or began in the last seven days.

    Args:
        rows: sums over the whole of the project's time.
    """
    answers: dict[int, int] = {}
    first: dict[int, date] = {}
    for row in rows:
        person = row["annotator_id"]
        answers[person] = answers.get(person, 0) + row["submissions"]
        first[person] = min(first.get(person, row["first"]), row["first"])
    week = (today or now().date()) - timedelta(days=NEW_DAYS)
    return {pk for pk, number in answers.items() if number < NEW_ANSWERS or first[pk] > week}


def warnings_of(
    project: Project, stages: Sequence[StageSpec], rows: Sequence[Row], people: Collection[int]
) -> dict[int, list[dict[str, Any]]]:
    """Return the warnings of these people, by person; each stage is looked at by itself.

    Args:
        rows: sums over the whole of the project's time, with how they vary.
    """
    settings = settings_of(project)
    found: dict[int, list[dict[str, Any]]] = {}
    if not settings.early_warning or not people:
        return found
    for stage in stages:
        mine = [row for row in rows if row["stage_key"] == stage.key]
        for figure in (SECONDS, EDIT_SHARE):
            judged = ranges(
                [work_of(row, figure) for row in mine],
                people,
                fewest_answers=settings.early_min_answers,
                fewest_people=settings.early_min_people,
            )
            for person, warning in _outside(judged, figure, stage):
                found.setdefault(person, []).append(warning)
    return found


def _outside(
    judged: Mapping[int, Any], figure: Figure, stage: StageSpec
) -> Iterable[tuple[int, dict[str, Any]]]:
    for person, found in judged.items():
        if not isinstance(found, Range) or not (found.is_low or found.is_high):
            continue
        end = "low" if found.is_low else "high"
        code = f"time_{end}" if figure is SECONDS else f"edits_{end}"
        yield (
            person,
            {
                "code": code,
                "message": _sentence(found, figure, stage),
                "figure": figure.name,
                "stage": stage.key,
                "value": found.value,
                "low": found.low,
                "high": found.high,
                "n": found.n,
            },
        )


def _sentence(found: Range, figure: Figure, stage: StageSpec) -> str:
    if figure is SECONDS:
        value, low, high = (f"{each:.0f} s" for each in (found.value, found.low, found.high))
        what = f"{stage.title}: {value} per answer in the mean of {found.n}."
    else:
        value, low, high = (f"{each:.0%}" for each in (found.value, found.low, found.high))
        what = f"{stage.title}: {value} of the text changed in the mean of {found.n} answers."
    return (
        f"{what} By what {found.people} others did in the same rounds, {low} to {high} would be "
        "usual."
    )
