"""What a reader may narrow a dashboard to: a stage, some days."""

from dataclasses import dataclass
from datetime import date

from annotate.core import errors
from annotate.dashboards.schemas.histograms import DashboardStage
from annotate.dashboards.schemas.rounds import DaysQuery
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors.works import stage_of


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


def days_chosen(query: DaysQuery) -> Days:
    """The days that a request names; Invalid where the last is before the first."""
    chosen = Days(query.first_day, query.last_day)
    if chosen.first and chosen.last and chosen.last < chosen.first:
        raise errors.Invalid.field("to", Message("days_reversed"), code="before_from")
    return chosen


def stage_chosen(project: Project, key: str | None) -> StageSpec:
    """The stage that a request names, or Invalid; the last one with rounds where it names none."""
    if key is not None:
        return stage_of(project, key)
    return (with_rounds(project) or asked_of_people(project))[-1]


def stage_wanted(project: Project, key: str | None) -> StageSpec | None:
    """The stage that a request narrows to, or Invalid; None for all of them."""
    return None if key is None else stage_of(project, key)


def stage_named(project: Project, key: str) -> StageSpec:
    """The stage in an address, or NotFound."""
    if key not in project.recipe.stage_keys:
        raise errors.NotFound(Message("no_such_stage", stage=key))
    return project.recipe.stage(key)


def asked_of_people(project: Project) -> list[StageSpec]:
    """The stages in which people work; answers of the others are brought in."""
    return list(project.recipe.asked_stages)


def stages_in_order(project: Project) -> tuple[dict[str, int], dict[str, StageSpec]]:
    """The places of all stages by their keys, and the stages themselves."""
    stages = {stage.key: stage for stage in project.recipe.stages}
    return {key: place for place, key in enumerate(stages)}, stages


def with_rounds(project: Project) -> list[StageSpec]:
    """The stages in which one text goes through several rounds."""
    return [stage for stage in project.recipe.stages if is_in_rounds(stage)]


def is_in_rounds(stage: StageSpec) -> bool:
    """Whether a text of this stage can go through more rounds than one."""
    return stage.mode == "sequential" and most_rounds(stage) > 1


def ngram_size(stage: StageSpec) -> int:
    """The size of n-grams by which rounds of a stage are compared now."""
    return stage.stop.n if stage.stop else 1


def most_rounds(stage: StageSpec) -> int:
    """The most rounds that an image of any split can have."""
    return max(stage.rounds, *stage.rounds_by_split.values(), 1)


def stage_name(stage: StageSpec) -> DashboardStage:
    return DashboardStage.model_validate(stage, from_attributes=True)
