"""How good seeds were, by version, and what they did for people (A12, A13)."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean, stdev
from typing import Any

from django.db.models import Sum

from annotate.analysis.intervals import LEVEL, TOO_FEW, Interval, difference_interval, mean_interval
from annotate.analysis.undefined import defined
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion, SeedCounter, SeedOutcome
from annotate.seeding.schemas import (
    ArmQuality,
    ArmsQuality,
    Better,
    SeededStage,
    SeedFigure,
    SeedFigureKind,
    SeedFigures,
    SeedQuality,
    Unit,
    VersionBrief,
    VersionQuality,
)
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
        """The values of a figure; None where only their counters are known."""
        if self.rows is None:
            return None
        return [float(row[name]) for row in self.rows if row[name] is not None]

    def moments(self, name: str) -> Moments:
        """The mean of a figure with its error; both are no numbers where there is none."""
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
    def __init__(self, project: Project, stage_key: str, names: Sequence[str]) -> None:
        columns = ("seed_id", "version_id", "sample__seeding_arm__seeded", *names)
        outcomes = SeedOutcome.objects.filter(
            project=project, stage_key=stage_key, sample__state=Sample.State.DONE
        )
        self._counters = SeedCounter.objects.filter(project=project, stage_key=stage_key)
        counted = self._counters.filter(figure=SeedCounter.ALL).aggregate(n=Sum("count", default=0))
        self._rows: list[Row] | None = None
        if counted["n"] <= MOST_ROWS:
            self._rows = list(outcomes.order_by("sample").values(*columns))

    def by_version(self) -> dict[int, Group]:
        if self._rows is None:
            return self._summed("version", has_seed=True)
        by_version: dict[int, list[Row]] = defaultdict(list)
        for row in self._rows:
            if row["seed_id"] is not None:
                by_version[row["version_id"] or ELSEWHERE].append(row)
        return {version: Group(len(rows), rows) for version, rows in by_version.items()}

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
        by_key: dict[Any, dict[str, tuple[int, float, float]]] = defaultdict(dict)
        for key, figure, number, total, squares in rows:
            by_key[key][figure] = (number, total, squares)
        return {
            key: Group(counters[SeedCounter.ALL][0], None, counters)
            for key, counters in by_key.items()
            if counters.get(SeedCounter.ALL, (0,))[0] > 0
        }


# Below this many values every bootstrap interval is too narrow.
FEW = 10
# From here on the normal interval of a mean is the same, and the page does not wait for it.
MANY = 500
RESAMPLES = 1000


def _kind(name: str, unit: Unit, better: Better) -> SeedFigureKind:
    title = str(Message(f"seed_figure_{name}_title"))
    return SeedFigureKind(name=name, title=title, unit=unit, better=better)


FIGURES = (
    _kind("edit_distance", "tokens", "down"),
    _kind("edit_share", "share", "down"),
    _kind("jaccard", "share", "up"),
    _kind("rounds_jaccard", "share", "up"),
    _kind("kept", "things", "up"),
    _kind("edited", "things", "down"),
    _kind("added", "things", "down"),
    _kind("removed", "things", "down"),
    _kind("first_seconds", "seconds", "down"),
    _kind("active_seconds", "seconds", "down"),
    _kind("rounds", "rounds", "down"),
    _kind("seed_tokens", "tokens", None),
    _kind("tokens", "tokens", None),
)
# What can be said of a sample that started from nothing as well.
_OF_BOTH = ("first_seconds", "active_seconds", "rounds", "rounds_jaccard", "tokens")
_NAMES = tuple(figure.name for figure in FIGURES)


def seed_quality(project: Project, stage_key: str | None = None) -> SeedQuality:
    """The figures of one stage: by version, and of the two arms.

    Raises:
        Invalid: no seeds are made for this stage.
    """
    stages = [stage for stage in project.recipe.stages if stage.seeded]
    keys = [stage.key for stage in stages]
    if stage_key is not None and stage_key not in keys:
        raise errors.Invalid.field("stage", Message("stage_without_seeds"), code="unknown_stage")
    # The last one is what the whole is about: the description.
    chosen = stage_key or (keys[-1] if keys else None)
    groups = Groups(project, chosen, _NAMES) if chosen else None
    return SeedQuality(
        stages=[SeededStage.from_row(stage) for stage in stages],
        stage=chosen,
        versions=_by_version(project, groups.by_version() if groups else {}),
        arms=_arms(project, groups),
        figures=list(FIGURES),
    )


def _by_version(project: Project, groups: Mapping[int, Group]) -> list[VersionQuality]:
    """The oldest first; seeds from elsewhere come last."""
    versions = ModelVersion.objects.select_related("connection").filter(pk__in=groups)
    rows: list[tuple[int, ModelVersion | None]] = [
        (version.pk, version) for version in versions.order_by("connection", "number")
    ]
    if ELSEWHERE in groups:
        rows.append((ELSEWHERE, None))
    return [
        VersionQuality(
            version=VersionBrief.of(version) if version else None,
            n=groups[key].n,
            figures=_means(groups[key], _NAMES, project.seed),
        )
        for key, version in rows
    ]


def _arms(project: Project, groups: Groups | None) -> ArmsQuality:
    """Compare samples drawn to be seeded with those drawn to start from nothing.

    Only drawn samples count: the others were seeded, or not, for reasons of their own.
    """
    seeded, unseeded = (groups.of_arm(arm) if groups else Group() for arm in ("seeded", "unseeded"))
    return ArmsQuality(
        seeded=ArmQuality(n=seeded.n, figures=_means(seeded, _OF_BOTH, project.seed)),
        unseeded=ArmQuality(n=unseeded.n, figures=_means(unseeded, _OF_BOTH, project.seed)),
        difference={name: _difference(seeded, unseeded, name, project.seed) for name in _OF_BOTH},
    )


def _means(group: Group, names: Sequence[str], seed: int) -> SeedFigures:
    return {name: _mean(group, name, seed) for name in names}


def _mean(group: Group, name: str, seed: int) -> SeedFigure | None:
    values = group.values(name)
    if values is not None and len(values) < MANY:
        return _figure(mean_interval(values, seed=abs(seed), resamples=RESAMPLES))
    moments = group.moments(name)
    return _figure(_normal(moments.mean, moments.error, moments.n))


def _difference(seeded: Group, unseeded: Group, name: str, seed: int) -> SeedFigure | None:
    a, b = seeded.moments(name), unseeded.moments(name)
    if not a.n or not b.n:
        return None
    left, right = seeded.values(name), unseeded.values(name)
    if left is None or right is None or min(a.n, b.n) >= MANY:
        return _figure(_normal(a.mean - b.mean, math.hypot(a.error, b.error), min(a.n, b.n)))
    return _figure(difference_interval(left, right, seed=abs(seed), resamples=RESAMPLES))


def _normal(mean: float, error: float, n: int) -> Interval:
    if n < 2 or math.isnan(error):
        return Interval(mean, TOO_FEW, TOO_FEW, n)
    reach = NormalDist().inv_cdf(0.5 + LEVEL / 2) * error
    return Interval(mean, mean - reach, mean + reach, n)


def _figure(interval: Interval) -> SeedFigure | None:
    """A figure with what is to be known of it; None where there is none."""
    mean = defined(interval.mean)
    if not interval.n or mean is None:
        return None
    low, high = defined(interval.low), defined(interval.high)
    note = None
    if low is None:
        note = Message("one_sample_alone")
    elif interval.n < FEW:
        note = Message("interval_too_narrow", limit=FEW)
    return SeedFigure(
        mean=mean, low=low, high=high, n=interval.n, note=Notice.of(note) if note else None
    )
