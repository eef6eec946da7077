"""What a reader may narrow a dashboard to: a stage, some days, an order."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from annotate.core import errors
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec

_COLUMNS = ("name", "submissions", "seconds", "edit_share", "jaccard", "tokens", "last_at")
ORDERS = [sign + column for column in _COLUMNS for sign in ("", "-")]


@dataclass(frozen=True, slots=True)
class Days:
    """From a first to a last day, both included; None leaves an end open."""

    first: date | None = None
    last: date | None = None

    @property
    def where(self) -> dict[str, date]:
        """The condition on a column called `day`."""
        ends = {"day__gte": self.first, "day__lte": self.last}
        return {name: day for name, day in ends.items() if day is not None}


def days_chosen(params: Mapping[str, str]) -> Days:
    """Return the days that a request names.

    Raises:
        Invalid: one is no date, or the last is before the first.
    """
    chosen = Days(_day(params, "from"), _day(params, "to"))
    if chosen.first and chosen.last and chosen.last < chosen.first:
        raise errors.Invalid.field("to", "before_from", "The last day is before the first.")
    return chosen


def _day(params: Mapping[str, str], name: str) -> date | None:
    raw = params.get(name, "")
    if not raw:
        return None
    try:
        return date.fromisoformat(raw)
    except ValueError:
        raise errors.Invalid.field(
            name, "wrong_type", "A day is written as year, month and day: 2026-03-02."
        ) from None


def stage_chosen(project: Project, params: Mapping[str, str]) -> StageSpec:
    """Return the stage that a request names; the last one with rounds where it names none.

    Raises:
        Invalid: the recipe has no such stage.
    """
    key = params.get("stage", "")
    if key:
        return _known(project, key)
    return (with_rounds(project) or asked_of_people(project))[-1]


def stage_wanted(project: Project, params: Mapping[str, str]) -> StageSpec | None:
    """Return the stage that a request narrows to; None for all of them.

    Raises:
        Invalid: the recipe has no such stage.
    """
    key = params.get("stage", "")
    return _known(project, key) if key else None


def _known(project: Project, key: str) -> StageSpec:
    for stage in project.recipe.stages:
        if stage.key == key:
            return stage
    raise errors.Invalid.field("stage", "unknown_stage", "The project has no such stage.")


def stage_named(project: Project, key: str) -> StageSpec:
    """Return the stage in an address, or raise NotFound."""
    try:
        return _known(project, key)
    except errors.Invalid:
        raise errors.NotFound("The project has no such stage.") from None


def asked_of_people(project: Project) -> list[StageSpec]:
    """Return the stages in which people work; answers of the others are brought in."""
    return [stage for stage in project.recipe.stages if not stage.given]


def with_rounds(project: Project) -> list[StageSpec]:
    """Return the stages in which one text goes through several rounds."""
    return [stage for stage in project.recipe.stages if is_in_rounds(stage)]


def is_in_rounds(stage: StageSpec) -> bool:
    """Whether a text of this stage can go through more rounds than one."""
    return stage.mode == "sequential" and most_rounds(stage) > 1


def most_rounds(stage: StageSpec) -> int:
    """Return the most rounds that an image of any split can have."""
    return max(stage.rounds, *stage.rounds_by_split.values(), 1)


def stage_name(stage: StageSpec) -> dict[str, Any]:
    """Return a stage as a menu names it."""
    return {"key": stage.key, "title": stage.title, "mode": stage.mode}


def order_chosen(params: Mapping[str, str]) -> tuple[str, bool]:
    """Return by which column annotators are listed, and whether the largest come first.

    Raises:
        Invalid: they cannot be listed by that.
    """
    raw = params.get("order", "") or "-submissions"
    if raw not in ORDERS:
        known = ", ".join(_COLUMNS)
        raise errors.Invalid.field("order", "not_a_choice", f"They are ordered by one of: {known}.")
    return raw.removeprefix("-"), raw.startswith("-")
