"""Which gold may be mixed into the work of whom."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import GoldItem, GoldShortfall
from annotate.quality.selectors.gold import in_use, written_by
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Assignment, Purpose
from annotate.workflow.selectors.queue import other_bars

Like = Callable[[Collection[int]], Collection[int]]


def has_gold(project: Project, stage: StageSpec) -> bool:
    return mixed(project, stage).exists()


def mixed(project: Project, stage: StageSpec) -> QuerySet[GoldItem]:
    return in_use(project, stage).filter(is_mixed=True)


@dataclass
class Supply:
    """The gold of a stage as it is there for one person."""

    project: Project
    stage: StageSpec
    annotator: User
    chance: Random
    has_unlike: bool = False

    def take(self, count: int, like: Like) -> list[Slot]:
        """Up to `count` items on as many samples.

        They are drawn among those that could be work of this person and look like it. Only where
        the recipe allows it and there are too few, others come: those not given before, and then
        those met longest ago.
        """
        fresh = list(self._as_work().order_by("pk").values_list("pk", "sample_id"))
        fitting = like({sample for _, sample in fresh}) if fresh else ()
        alike = [place for place in fresh if place[1] in fitting]
        self.has_unlike = len(alike) < len(fresh)
        self.chance.shuffle(alike)
        chosen = _one_per_sample({}, alike, count)
        if len(chosen) < count and self.stage.gold_met:
            _one_per_sample(chosen, self._met(), count)
        items = GoldItem.objects.select_related("sample__image", "about")
        by_id = items.in_bulk(list(chosen.values()))
        new = {pk for pk, _ in fresh}
        return [
            Slot(sample=by_id[pk].sample, about=by_id[pk].about, again=pk not in new)
            for pk in chosen.values()
        ]

    def why_short(self) -> GoldShortfall.Reason:
        """Why `take` found too little."""
        if self.has_unlike:
            return GoldShortfall.Reason.UNLIKE
        if has_gold(self.project, self.stage):
            return GoldShortfall.Reason.MET
        return GoldShortfall.Reason.NONE

    def _as_work(self) -> QuerySet[GoldItem]:
        """What the recipe would let this person work on, and they have not been shown answers of.

        What they gave back or lost may come again, as work does.
        """
        recipe = self.project.recipe
        same = self._here()
        if self.stage.about is None:
            same |= Q(exclusion_group=recipe.exclusion_group(self.stage.key))
        bars = other_bars(recipe, self.stage)
        worked = self._mine(same if bars is None else same | bars, state__in=Assignment.WORKED)
        return self._others().filter(~Exists(worked))

    def _here(self) -> Q:
        """What was given in the very place of an item."""
        here = Q(task__stage_key=self.stage.key)
        return here if self.stage.about is None else here & Q(task__about=OuterRef("about"))

    def _met(self) -> list[tuple[int, int]]:
        """Those never given first, then those met longest ago; none that is held just now."""
        last = self._mine(self._here()).order_by().values("sample").annotate(at=Max("started_at"))
        seen = self._mine(Q()).order_by().values("sample").annotate(at=Max("started_at"))
        held = self._mine(Q(), state=Assignment.State.LIVE)
        items = self._others().filter(~Exists(held))
        rows = items.annotate(last=Subquery(last.values("at")), seen=Subquery(seen.values("at")))
        found = list(rows.order_by("pk").values_list("pk", "sample_id", "last", "seen"))
        self.chance.shuffle(found)
        never = [row for row in found if row[2] is None and row[3] is None]
        other = [row for row in found if row[2] is None and row[3] is not None]
        again = [row for row in found if row[2] is not None]
        ordered = [
            *never,
            *sorted(other, key=lambda row: row[3]),
            *sorted(again, key=lambda row: row[2]),
        ]
        return [(pk, sample) for pk, sample, *_ in ordered]

    def _others(self) -> QuerySet[GoldItem]:
        """Neither their own answers nor what practice or a test has shown them."""
        told = self._mine(self._here(), task__purpose__in=(Purpose.PRACTICE, Purpose.TEST))
        return (
            mixed(self.project, self.stage)
            .exclude(written_by(self.annotator))
            .filter(~Exists(told))
        )

    def _mine(self, which: Q, **more: Any) -> QuerySet[Assignment]:
        return Assignment.objects.filter(
            which, sample=OuterRef("sample"), annotator=self.annotator, **more
        )


def _one_per_sample(
    chosen: dict[int, int], places: Collection[tuple[int, int]], count: int
) -> dict[int, int]:
    """Add items to those chosen, by sample, until there are enough."""
    for item, sample in places:
        if len(chosen) < count:
            chosen.setdefault(sample, item)
    return chosen
