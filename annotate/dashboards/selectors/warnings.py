"""Early warnings: new people whose time or edits lie far from the pool's (mission A16)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

from annotate.analysis.early_warning import Range, ranges
from annotate.analysis.undefined import Undefined
from annotate.core.clock import now
from annotate.dashboards.schemas.annotators import Warning
from annotate.dashboards.selectors.works import EDIT_SHARE, SECONDS, Figure, Row, work_of
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors.settings import settings_of

NEW_ANSWERS = 50
NEW_DAYS = 7
_Code = Literal["time_low", "time_high", "edits_low", "edits_high"]
# By whether it is of time, and whether it is low.
_CODES: Mapping[tuple[bool, bool], _Code] = {
    (True, True): "time_low",
    (True, False): "time_high",
    (False, True): "edits_low",
    (False, False): "edits_high",
}


def new_people(rows: Iterable[Row], today: date | None = None) -> set[int]:
    """Who has submitted fewer than 50 answers, or began in the last seven days.

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
) -> dict[int, list[Warning]]:
    """The warnings of these people, by person; each stage is looked at by itself.

    Args:
        rows: sums over the whole of the project's time, with how they vary.
    """
    settings = settings_of(project)
    by_person: dict[int, list[Warning]] = {}
    if not settings.early_warning or not people:
        return by_person
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
                by_person.setdefault(person, []).append(warning)
    return by_person


def _outside(
    judged: Mapping[int, Range | Undefined], figure: Figure, stage: StageSpec
) -> Iterable[tuple[int, Warning]]:
    for person, range_ in judged.items():
        if not isinstance(range_, Range) or not (range_.is_low or range_.is_high):
            continue
        is_time = figure is SECONDS
        warning = Warning.of(
            _message(range_, figure, stage),
            code=_CODES[is_time, range_.is_low],
            figure="seconds" if is_time else "edit_share",
            stage=stage.key,
            value=range_.value,
            low=range_.low,
            high=range_.high,
            n=range_.n,
        )
        yield person, warning


def _message(range_: Range, figure: Figure, stage: StageSpec) -> Message:
    digits = 0 if figure is SECONDS else 2
    return Message(
        "warning_seconds" if figure is SECONDS else "warning_edit_share",
        stage=stage.title,
        value=round(range_.value, digits),
        n=range_.n,
        people=range_.people,
        low=round(range_.low, digits),
        high=round(range_.high, digits),
    )
