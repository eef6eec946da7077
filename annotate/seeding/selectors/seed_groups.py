"""Outcomes of seeds in groups: the rows themselves where they are few, else their counters."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any

from django.db.models import QuerySet, Sum

from annotate.projects.models import Project
from annotate.seeding.models import SeedCounter, SeedOutcome
from annotate.workflow.models import Sample

# Up to here a page reads the outcomes, which takes some milliseconds and is true at any moment.
# Beyond it reads the counters, which a worker brings up to date.
MOST_ROWS = 2_000
ELSEWHERE = 0  # the version of seeds that no version of ours has made

Row = dict[str, Any]
_ARMS = {"seeded": True, "unseeded": False}


@dataclass(frozen=True, slots=True)
class Moments:
    """How many values there are, their mean, and the standard error of that."""

    n: int
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Group:
    """Outcomes that are looked at together; `rows` is None where only counters are known."""

    n: int = 0
    rows: Sequence[Row] | None = ()
    # By figure: number, total and squares.
    counters: Mapping[str, tuple[int, float, float]] = field(default_factory=dict)

    def values(self, name: str) -> list[float] | None:
        """Return the values of a figure; None where only their counters are known."""
        if self.rows is None:
            return None
        return [float(row[name]) for row in self.rows if row[name] is not None]

    def moments(self, name: str) -> Moments:
        """Return the mean of a figure with its error; both are no numbers where there is none."""
        values = self.values(name)
        if values is None:
            return _moments_of_counters(*self.counters.get(name, (0, 0.0, 0.0)))
        if not values:
            return Moments(0, math.nan, math.nan)
        error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
        return Moments(len(values), fmean(values), error)


def _moments_of_counters(n: int, total: float, squares: float) -> Moments:
    if n < 1:
        return Moments(0, math.nan, math.nan)
    mean = total / n
    if n < 2:
        return Moments(n, mean, math.nan)
    # Rounding may leave a hair less than nothing where all values are the same.
    variance = max(0.0, squares - total * mean) / (n - 1)
    return Moments(n, mean, math.sqrt(variance / n))


class Groups:
    """The outcomes of one stage, by version and by arm."""

    def __init__(self, project: Project, stage_key: str, names: Sequence[str]) -> None:
        self._names = names
        self._outcomes: QuerySet[SeedOutcome] = SeedOutcome.objects.filter(
            project=project, stage_key=stage_key, sample__state=Sample.State.DONE
        )
        self._counters = SeedCounter.objects.filter(project=project, stage_key=stage_key)
        known = self._counters.filter(figure=SeedCounter.ALL).aggregate(n=Sum("count", default=0))[
            "n"
        ]
        self._rows = self._read(self._outcomes) if known <= MOST_ROWS else None

    def _read(self, outcomes: QuerySet[SeedOutcome]) -> list[Row]:
        named = ("seed_id", "version_id", "sample__seeding_arm__seeded")
        return list(outcomes.order_by("sample").values(*named, *self._names))

    def by_version(self) -> dict[int, Group]:
        if self._rows is None:
            return self._summed("version", has_seed=True)
        found: dict[int, list[Row]] = defaultdict(list)
        for row in self._rows:
            if row["seed_id"] is not None:
                found[row["version_id"] or ELSEWHERE].append(row)
        return {version: Group(len(rows), rows) for version, rows in found.items()}

    def of_arm(self, arm: str) -> Group:
        if self._rows is None:
            return self._summed("arm", arm=arm).get(arm, Group())
        rows = [row for row in self._rows if row["sample__seeding_arm__seeded"] is _ARMS[arm]]
        return Group(len(rows), rows)

    def _summed(self, by: str, **where: Any) -> dict[Any, Group]:
        rows: Iterable[tuple[Any, str, int, float, float]] = (
            self._counters.filter(**where)
            .order_by()
            .values_list(by, "figure")
            .annotate(Sum("count"), Sum("total"), Sum("squares"))
        )
        found: dict[Any, dict[str, tuple[int, float, float]]] = defaultdict(dict)
        for key, figure, number, total, squares in rows:
            found[key][figure] = (number, total, squares)
        return {
            key: Group(counters[SeedCounter.ALL][0], None, counters)
            for key, counters in found.items()
            if counters.get(SeedCounter.ALL, (0,))[0] > 0
        }
